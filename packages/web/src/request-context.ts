import { newId } from '@pictoglyph/site/language/ids'
import type { Address } from '@pictoglyph/site/network/address'
import { clientAddress } from '@pictoglyph/site/network/client-address'
import type { NetworkSet } from '@pictoglyph/site/network/network-set'
import type { BunRequest, Server } from 'bun'
import { plainFace, type SiteFace } from './page/site-face.ts'

/** The server that runs a service. */
export type ServiceServer = Server<undefined>

/** One request, with values that are computed when a handler first asks for them. */
export class RequestContext {
  readonly request: BunRequest
  /** Further headers of the answer if the request fails. */
  failureHeaders: Readonly<Record<string, string>> | undefined = undefined
  /** From its route. */
  isUpload = false
  readonly #server: ServiceServer
  readonly #clientAddress: ClientAddress
  #id: string | undefined
  /** `null` until first read. */
  #address: Address | undefined | null = null

  /** The site's name and links for pages. */
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
   * The requested path and query. The host is not the request's: its `Host` header may be missing or malformed, and
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

  /** Seconds from now until the connection is closed, see `ListenOptions`; 0 is never. */
  setConnectionTimeout(seconds: number): void {
    this.#server.timeout(this.request, seconds)
  }
}

/** The client of a request; `undefined` if it is unknown and must be refused. */
export type ClientAddress = (request: BunRequest, server: ServiceServer) => Address | undefined

/**
 * Reads client addresses by `clientAddress`. It caches the last one: a busy client sends many requests in a row, and
 * reading its address takes some percent of a short request.
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
