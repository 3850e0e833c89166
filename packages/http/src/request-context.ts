import { type Address, clientAddress, type NetworkSet, newId } from '@pictoglyph/core'
import type { BunRequest, Server } from 'bun'

/** The server that a service is asked through. */
export type ServiceServer = Server<undefined>

/** One request and what a handler may ask about it. What is costly is worked out when it is first asked for. */
export class RequestContext {
  readonly request: BunRequest
  /** What the answer carries besides, should the request fail. */
  failureHeaders: Readonly<Record<string, string>> | undefined = undefined
  readonly #server: ServiceServer
  readonly #clientAddress: ClientAddress
  #id: string | undefined
  /** `null` until it was asked for. */
  #address: Address | undefined | null = null

  constructor(request: BunRequest, server: ServiceServer, clientAddress: ClientAddress) {
    this.request = request
    this.#server = server
    this.#clientAddress = clientAddress
  }

  /** Names this request in the log and in the answer's `X-Request-Id`. */
  get id(): string {
    this.#id ??= newId()
    return this.#id
  }

  /**
   * The path and query that were asked for. Its host is not the request's: what stands in a `Host` header may be
   * missing, or make no address at all, and is then no reason to fail.
   */
  get target(): URL {
    const path = this.request.url.replace(/^https?:\/\/[^/?#]*/i, '')
    return new URL(`http://localhost${path.startsWith('/') ? path : `/${path}`}`)
  }

  param(name: string): string {
    const params: Record<string, string | undefined> = this.request.params
    return params[name] ?? ''
  }

  header(name: string): string | null {
    return this.request.headers.get(name)
  }

  /** The client's address, or `undefined` where it can't be told and must be refused. */
  address(): Address | undefined {
    if (this.#address === null) this.#address = this.#clientAddress(this.request, this.#server)
    return this.#address
  }

  /** Seconds from now on until the connection is closed, as `ListenOptions` has them; 0 is never. */
  setConnectionTimeout(seconds: number): void {
    this.#server.timeout(this.request, seconds)
  }
}

/** Whose request it is; `undefined` where that can't be told and must be refused. */
export type ClientAddress = (request: BunRequest, server: ServiceServer) => Address | undefined

/**
 * Reads clients' addresses as `clientAddress` has it. The last one is kept: a busy client sends many requests one
 * after the other, and reading its address again takes some percent of a short request's time.
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
