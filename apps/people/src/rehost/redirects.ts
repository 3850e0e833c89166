/** Servers with a known syntax for redirects. */
export const redirectKinds = ['nginx', 'caddy', 'netlify'] as const
export type RedirectKind = (typeof redirectKinds)[number]

/** A path on a site, and the current link of its picture. */
export interface Redirect {
  /** The host, if it is not the documents' own. */
  host?: string
  /** Percent-encoded. */
  path: string
  to: string
}

/** Names of the visitor's own machine. */
const thisMachine = /^(?:localhost|[^.]+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether a redirect misleads anyone but its own machine's users: browsers keep a permanent redirect forever. */
export function leadsAstray({ host, to }: Pick<Redirect, 'host' | 'to'>): boolean {
  const isLocal = (name: string) => thisMachine.test(new URL(`http://${name}`).hostname)
  return isLocal(new URL(to).host) && (host === undefined || !isLocal(host))
}

/** Lines for a server's configuration, each path once, by host and path. */
export function redirectLines(kind: RedirectKind, redirects: readonly Redirect[]): string[] {
  const byHost = Map.groupBy(
    new Map(redirects.map((one) => [`${one.host ?? ''} ${one.path}`, one])).values(),
    ({ host }) => host,
  )
  const hosts = [...byHost].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
  return hosts.flatMap(([host, all]) => {
    const lines = all.toSorted((a, b) => (a.path < b.path ? -1 : 1)).map((one) => lineOf(kind, one))
    return host === undefined ? lines : [`# ${host}`, ...lines]
  })
}

function lineOf(kind: RedirectKind, { host, path, to }: Redirect): string {
  if (kind === 'nginx') return `location = ${quoted(decoded(path))} { return 301 ${quoted(to)}; }`
  if (kind === 'caddy') return `redir ${quoted(decoded(path))} ${quoted(to)} 301`
  return `${host === undefined ? '' : `https://${host}`}${path} ${to} 301`
}

/** nginx and Caddy compare decoded paths. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch (error) {
    if (error instanceof URIError) return path
    throw error
  }
}

const quoted = (text: string): string =>
  /^[\w/.:~%#?&=-]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`
