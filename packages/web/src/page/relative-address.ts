/**
 * The address of `to` relative to a page at `from`, both paths of one service (RFC 3986 section 4.2). It also works
 * behind a proxy that serves the service under a path and removes that path.
 *
 * @param from a path as browsers show it; it may contain parameter names: `/p/:id`
 */
export function relativeAddress(from: string, to: string): string {
  const steps = from.split('/').length - 2
  return (steps === 0 ? './' : '../'.repeat(steps)) + to.slice(1)
}
