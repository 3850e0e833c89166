import { createNetworkSet, Failure, parseAddress, parseCidr } from '@pictoglyph/core'
import type { BunRequest } from 'bun'
import { errorBody } from '../envelope.ts'
import { errorStatus } from '../error-status.ts'
import type { Face } from '../face.ts'
import type { FaceServer } from '../face-server.ts'
import { describeError, type Log } from '../log.ts'

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
 * @param text may reject, as where another process has the numbers: that is logged and answered 500 without its text
 */
export function withMetrics(face: Face, text: () => Promise<string>, log: Log): Face {
  async function answer(request: BunRequest, server: FaceServer): Promise<Response> {
    if (!isOwn(request, server)) return face.fetch(request, server)
    try {
      return new Response(await text(), {
        headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' },
      })
    } catch (error) {
      log.error({ face: face.name, path: '/metrics', error: describeError(error) }, 'request failed')
      const failure = new Failure({ code: 'INTERNAL' })
      const status = errorStatus[failure.code]
      return Response.json(errorBody(failure), { status, headers: { 'Cache-Control': 'no-store' } })
    }
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
