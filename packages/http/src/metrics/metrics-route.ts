import { createNetworkSet, parseAddress, parseCidr } from '@pictoglyph/core'
import type { BunRequest } from 'bun'
import type { ServiceServer } from '../request-context.ts'
import { createService, type HttpService, type ServiceOptions } from '../service.ts'

/** Loopback, private (RFC 1918, RFC 4193) and link-local addresses. */
const ownNetworks = createNetworkSet(
  [
    '127.0.0.0/8',
    '10.0.0.0/8',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '169.254.0.0/16',
    '::1/128',
    'fc00::/7',
    'fe80::/10',
  ].map(parseCidr),
)

const path = '/metrics'

/**
 * The service with `GET /metrics`, in Prometheus' text format. Only for whoever connects from a loopback or private
 * address and names no one that it forwards for; to anyone else there is no such page.
 * @param options.text may reject, as where another process has the numbers: that is answered as the failures of a service
 */
export function withMetrics(
  service: HttpService,
  options: { text: () => Promise<string> } & Pick<ServiceOptions, 'log' | 'trustedProxies' | 'clock'>,
): HttpService {
  const headers = {
    'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
    'Cache-Control': 'no-store',
  }
  const show = async () => new Response(await options.text(), { headers })
  const shown = createService({ ...options, name: service.name, routes: [{ path, methods: { GET: show } }] })
  const answer = shown.routes[path]!.GET!
  const GET: typeof answer = (request, server) =>
    isOwn(request, server) ? answer(request, server) : service.fetch(request, server)
  return { ...service, routes: { ...service.routes, [path]: { GET } } }
}

function isOwn(request: BunRequest, server: ServiceServer): boolean {
  const { headers } = request
  if (headers.has('x-forwarded-for') || headers.has('forwarded')) return false
  const peer = server.requestIP(request)
  const address = peer === null ? undefined : parseAddress(peer.address)
  return address !== undefined && ownNetworks.has(address)
}
