// Polyfills for Node 20, imported before everything else.

function add(target: object, name: PropertyKey, value: unknown): void {
  if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true })
}

add(Promise, 'withResolvers', <T>() => {
  let resolve!: (value: T | PromiseLike<T>) => void
  let reject!: (reason?: unknown) => void
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
})

add(Array, 'fromAsync', async <T>(items: AsyncIterable<T> | Iterable<T>) => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
})

add(Map, 'groupBy', <K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K) => {
  const groups = new Map<K, T[]>()
  let index = 0
  for (const item of items) {
    const key = keyOf(item, index++)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
})

add(URL, 'parse', (url: string, base?: string | URL) => {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
})

add(Symbol, 'dispose', Symbol('Symbol.dispose'))
add(Symbol, 'asyncDispose', Symbol('Symbol.asyncDispose'))
