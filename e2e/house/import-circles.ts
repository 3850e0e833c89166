/** The files that each file imports, by its path. */
type ImportGraph = ReadonlyMap<string, readonly string[]>

/** The shortest circle of each group of files that all import each other, by whatever way. */
export function circlesIn(graph: ImportGraph): string[][] {
  const circles: string[][] = []
  const known = new Set<string>()
  for (const path of graph.keys()) {
    if (known.has(path)) continue
    const reached = waysFrom(graph, path)
    if (!reached.has(path)) continue
    const group = [...reached.keys()].filter((other) => waysFrom(graph, other).has(path)).toSorted()
    for (const one of group) known.add(one)
    const own = group.map((one) => waysFrom(graph, one).get(one) ?? [])
    circles.push(own.toSorted((a, b) => a.length - b.length)[0] ?? [])
  }
  return circles
}

/** The shortest way from a file to each file that it imports, directly or through others. */
export function waysFrom(graph: ImportGraph, path: string): Map<string, string[]> {
  const ways = new Map<string, string[]>()
  const waiting = [[path]]
  for (const way of waiting) {
    for (const next of graph.get(way.at(-1) ?? '') ?? []) {
      if (ways.has(next)) continue
      const longer = [...way, next]
      ways.set(next, longer)
      waiting.push(longer)
    }
  }
  return ways
}
