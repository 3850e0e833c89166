import { timingSafeEqual } from 'node:crypto'
import { parseAddress } from '@pictoglyph/site/network/address'
import { parseCidr } from '@pictoglyph/site/network/cidr'
import { createNetworkSet } from '@pictoglyph/site/network/network-set'
import type { BunRequest } from 'bun'
import type { ServiceServer } from '../request-context.ts'
import { createService, type HttpService, type ServiceOptions } from '../service.ts'

const loopback = createNetworkSet(['127.0.0.0/8', '::1/128'].map(parseCidr))

/** Names of this machine. A page whose name rebinds to a loopback address sends its own name instead. */
const ownHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

const path = '/metrics'

/**
 * Adds `GET /metrics` to a service, in Prometheus' text format. It answers a request with the token, or a request from
 * a loopback address under this machine's own name that no proxy forwarded. Others get 404.
 * @param options.text may reject, for example if another process has the numbers; that is answered like other failures
 * @param options.token admits any client that sends it as a bearer token
 */
export function withMetrics(
  service: HttpService,
  options: { text: () => Promise<string>; token?: string | undefined } & Pick<
    ServiceOptions,
    'log' | 'trustedProxies' | 'clock'
  >,
): HttpService {
  const headers = {
    'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }
  const show = async () => new Response(await options.text(), { headers })
  const shown = createService({ ...options, name: service.name, routes: [{ path, methods: { GET: show } }] })
  const answer = shown.routes[path]!.GET!
  const GET: typeof answer = (request, server) =>
    bearsToken(request, options.token) || isOfThisMachine(request, server)
      ? answer(request, server)
      : service.fetch(request, server)
  return { ...service, routes: { ...service.routes, [path]: { GET } } }
}

function bearsToken(request: BunRequest, token: string | undefined): boolean {
  const given = /^Bearer +([^\s]+) *$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  if (token === undefined || given === undefined) return false
  return timingSafeEqual(digest(given), digest(token))
}

/** Equal length for every token, for a comparison in constant time. */
const digest = (text: string): Uint8Array => new Bun.CryptoHasher('sha256').update(text).digest()

function isOfThisMachine(request: BunRequest, server: ServiceServer): boolean {
  const { headers } = request
  if (headers.has('x-forwarded-for') || headers.has('forwarded')) return false
  if (!ownHost.test(headers.get('host') ?? '')) return false
  const peer = server.requestIP(request)
  const address = peer === null ? undefined : parseAddress(peer.address)
  return address !== undefined && loopback.has(address)
}
