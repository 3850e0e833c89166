import { newId } from '@pictoglyph/site/language/ids'
import type { Address } from '@pictoglyph/site/network/address'
import { clientAddress } from '@pictoglyph/site/network/client-address'
import type { NetworkSet } from '@pictoglyph/site/network/network-set'
import type { BunRequest, Server } from 'bun'
import { plainFace, type SiteFace } from './page/site-face.ts'

/** The server that a service is asked through. */
export type ServiceServer = Server<undefined>

/** One request, and the values that a handler may ask for. Costly values are computed when they are first asked for. */
export class RequestContext {
  readonly request: BunRequest
  /** Further headers of the answer if the request fails. */
  failureHeaders: Readonly<Record<string, string>> | undefined = undefined
  /** As its route has it. */
  isUpload = false
  readonly #server: ServiceServer
  readonly #clientAddress: ClientAddress
  #id: string | undefined
  /** `null` until it was asked for. */
  #address: Address | undefined | null = null

  /** What pages show of the site. */
  readonly face: () => SiteFace

  constructor(
    request: BunRequest,
    server: ServiceServer,
    clientAddress: ClientAddress,
    face: () => SiteFace = () => plainFace,
  ) {
    this.face = face
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
   * The requested path and query. Its host is not the request's: a `Host` header may be missing or malformed, and that
   * must not make a request fail.
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

  /** The client's address, or `undefined` if it is unknown and the client must be refused. */
  address(): Address | undefined {
    if (this.#address === null) this.#address = this.#clientAddress(this.request, this.#server)
    return this.#address
  }

  /** Seconds from now on until the connection is closed, as `ListenOptions` has them; 0 is never. */
  setConnectionTimeout(seconds: number): void {
    this.#server.timeout(this.request, seconds)
  }
}

/** The client of a request; `undefined` if it is unknown and must be refused. */
export type ClientAddress = (request: BunRequest, server: ServiceServer) => Address | undefined

/**
 * Reads clients' addresses by `clientAddress`. It keeps the last one, because a busy client sends many requests one
 * after the other, and reading its address takes some percent of a short request.
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
