import { createNetworkSet, parseAddress, parseCidr } from '@pictoglyph/core'
import type { BunRequest } from 'bun'
import type { Face } from '../face.ts'
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

/**
 * The face with `GET /metrics`, in Prometheus' text format. Only for whoever connects from a loopback or private
 * address and names no one that it forwards for; to anyone else there is no such page.
 */
export function withMetrics(face: Face, text: () => Promise<string>): Face {
  async function answer(request: BunRequest, server: FaceServer): Promise<Response> {
    if (!isOwn(request, server)) return face.fetch(request, server)
    return new Response(await text(), {
      headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' },
    })
  }
  return { ...face, routes: { ...face.routes, '/metrics': { GET: answer } } }
}

function isOwn(request: BunRequest, server: FaceServer): boolean {
  const { headers } = request
  if (headers.has('x-forwarded-for') || headers.has('forwarded')) return false
  const peer = server.requestIP(request)
  const address = peer === null ? undefined : parseAddress(peer.address)
  return address !== undefined && ownNetworks.has(address)
}
