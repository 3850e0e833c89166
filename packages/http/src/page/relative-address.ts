/**
 * Where `to` is, seen from a page at `from`, both paths of one service: a relative address (RFC 3986 section 4.2), which
 * holds as well behind a proxy that has the service under a path of its own and takes that path off.
 *
 * @param from a path as browsers show it; parameters may stand in it by name: `/p/:id`
 */
export function relativeAddress(from: string, to: string): string {
  const steps = from.split('/').length - 2
  return (steps === 0 ? './' : '../'.repeat(steps)) + to.slice(1)
}
