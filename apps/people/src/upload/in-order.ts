/** Works on several items in parallel, and yields results in the items' order as early as possible. */
export async function* inOrder<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R, void> {
  const running: Promise<R>[] = []
  let next = 0
  const startNext = () => {
    const item = items[next]
    if (next >= items.length || item === undefined) return
    next += 1
    running.push(work(item))
  }
  for (let i = 0; i < most; i++) startNext()
  for (let first = running.shift(); first !== undefined; first = running.shift()) {
    yield await first
    startNext()
  }
}
