import { type Address, clientAddress, type NetworkSet } from '@pictoglyph/core'
import type { BunRequest } from 'bun'
import type { ServiceServer } from './service-server.ts'

/** Whose request it is; `undefined` where that can't be told and must be refused. */
export type ClientAddress = (request: BunRequest, server: ServiceServer) => Address | undefined

/**
 * Reads clients' addresses as `clientAddress` has it. The last one is kept: a busy client sends many requests one
 * after the other, and reading its address anew takes some percent of a short request's time.
 */
export function createClientAddress(trustedProxies: NetworkSet): ClientAddress {
  const behindProxies = trustedProxies.size > 0
  let lastPeer = ''
  let lastForwardedFor: string | null = null
  let lastAddress: Address | undefined

  return (request, server) => {
    const peer = server.requestIP(request)?.address
    if (peer === undefined) return undefined
    const forwardedFor = behindProxies ? request.headers.get('x-forwarded-for') : null
    if (peer === lastPeer && forwardedFor === lastForwardedFor) return lastAddress
    lastAddress = clientAddress(peer, forwardedFor, trustedProxies)
    lastPeer = peer
    lastForwardedFor = forwardedFor
    return lastAddress
  }
}
