/** The lines that differ from others: those that are gone, and those that came, in their order. */
export function changes(before: readonly string[], after: readonly string[]): string[] {
  const lines = eachChange(before, after)
  const shown: string[] = []
  for (let at = 0; at < lines.length; ) {
    const end = lines.findIndex((line, index) => index > at && !line.startsWith('- '))
    const gone = lines[at]?.startsWith('- ') ? lines.slice(at, end === -1 ? lines.length : end) : []
    const [first = lines[at] ?? '', ...others] = gone
    const isLong = others.length > 2
    shown.push(isLong ? `${first} … and ${others.length} more, ${sumOf(others)}` : first)
    at += isLong ? gone.length : 1
  }
  return shown
}

const sumOf = (lines: readonly string[]): string => Bun.hash.crc32(lines.join('\n')).toString(16)

function eachChange(before: readonly string[], after: readonly string[]): string[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let [endOfBefore, endOfAfter] = [before.length, after.length]
  while (endOfBefore > start && endOfAfter > start && before[endOfBefore - 1] === after[endOfAfter - 1]) {
    endOfBefore--
    endOfAfter--
  }
  return changesWithin(before.slice(start, endOfBefore), after.slice(start, endOfAfter))
}

function changesWithin(before: readonly string[], after: readonly string[]): string[] {
  const width = after.length + 1
  const common = new Uint16Array((before.length + 1) * width)
  const at = (row: number, column: number) => common[row * width + column] ?? 0
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      common[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
    }
  }
  const lines: string[] = []
  let [row, column] = [0, 0]
  while (row < before.length || column < after.length) {
    if (row < before.length && column < after.length && before[row] === after[column]) {
      row++
      column++
    } else if (
      column === after.length ||
      (row < before.length && at(row + 1, column) >= at(row, column + 1))
    ) {
      lines.push(`- ${before[row++]}`)
    } else {
      lines.push(`+ ${after[column++]}`)
    }
  }
  return lines
}
