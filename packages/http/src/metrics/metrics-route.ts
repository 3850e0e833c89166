import { createNetworkSet, parseAddress, parseCidr } from '@pictoglyph/core'
import type { BunRequest } from 'bun'
import { createFace, type Face, type FaceOptions } from '../face.ts'
import type { FaceServer } from '../face-server.ts'

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
 * The face with `GET /metrics`, in Prometheus' text format. Only for whoever connects from a loopback or private
 * address and names no one that it forwards for; to anyone else there is no such page.
 * @param options.text may reject, as where another process has the numbers: that is answered as the failures of a face
 */
export function withMetrics(
  face: Face,
  options: { text: () => Promise<string> } & Pick<FaceOptions, 'log' | 'trustedProxies' | 'clock'>,
): Face {
  const headers = {
    'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
    'Cache-Control': 'no-store',
  }
  const show = async () => new Response(await options.text(), { headers })
  const shown = createFace({ ...options, name: face.name, routes: [{ path, methods: { GET: show } }] })
  const answer = shown.routes[path]!.GET!
  const GET: typeof answer = (request, server) =>
    isOwn(request, server) ? answer(request, server) : face.fetch(request, server)
  return { ...face, routes: { ...face.routes, [path]: { GET } } }
}

function isOwn(request: BunRequest, server: FaceServer): boolean {
  const { headers } = request
  if (headers.has('x-forwarded-for') || headers.has('forwarded')) return false
  const peer = server.requestIP(request)
  const address = peer === null ? undefined : parseAddress(peer.address)
  return address !== undefined && ownNetworks.has(address)
}
