import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { badRequest, Failure } from '@pictoglyph/site/language/failure'
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import { message, verbatim } from '@pictoglyph/site/language/message'
import { parseAddress } from '@pictoglyph/site/network/address'
import { parseCidr } from '@pictoglyph/site/network/cidr'
import { createNetworkSet } from '@pictoglyph/site/network/network-set'
import { requirePicture } from '../upload/local-image.ts'

const maxMs = 60_000
const maxRedirects = 5
const maxWaits = 5

/** Limits of a fetch. */
export interface FetchBounds {
  maxBytes: number
  /** Aborted after the time limit. */
  signal: AbortSignal
  /** Looks up the addresses of a host. */
  resolve(name: string): Promise<LookupAddress[]>
  /** Whether an address may be contacted. */
  isAllowed(address: string): boolean
}

/**
 * The command's limits: 128 MiB and a minute.
 * @param allowPrivate whether private addresses are allowed
 */
export function usualBounds(allowPrivate: boolean): FetchBounds {
  return {
    maxBytes: 128 * 1024 * 1024,
    signal: AbortSignal.timeout(maxMs),
    resolve: (name) => lookup(name, { all: true }),
    isAllowed: (address) => allowPrivate || isPublicAddress(address),
  }
}

/** A picture, and its address after redirects. */
interface FetchedImage {
  content: Blob
  address: string
}

/**
 * Fetches a picture from another host, over at most five redirects. Waits if the host asks to.
 * @throws {Failure} BAD_REQUEST if it can't be fetched, or is not a picture
 */
export async function fetchImage(address: string, bounds: FetchBounds): Promise<FetchedImage> {
  const { maxBytes, signal } = bounds
  let waits = 0
  try {
    let url = new URL(address)
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const answer = await request(url, bounds)
      const { statusCode = 0, headers } = answer
      if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
        answer.destroy()
        url = new URL(headers.location, url)
        continue
      }
      const waitMs = waits < maxWaits ? askedWaitMs(statusCode, headers['retry-after']) : undefined
      if (waitMs !== undefined) {
        answer.destroy()
        waits += 1
        redirects -= 1
        await setTimeout(waitMs, undefined, { signal })
        continue
      }
      if (statusCode !== 200) {
        answer.destroy()
        throw badRequest(message('{address} answers {status}.', { address, status: statusCode }))
      }
      const bytes = await bodyOf(answer, address, maxBytes)
      requirePicture(address, bytes)
      return { content: new Blob([bytes]), address: url.href }
    }
    throw badRequest(message('{address} leads on and on.', { address }))
  } catch (error) {
    if (signal.aborted) throw badRequest(message('{address} takes longer than a minute.', { address }), error)
    if (error instanceof Failure || !(error instanceof Error)) throw error
    throw badRequest(
      message("{address} can't be fetched: {reason}", { address, reason: verbatim(error.message) }),
    )
  }
}

/** The wait that a busy host asks for, in seconds or as a date; `undefined` if it exceeds the time limit. */
function askedWaitMs(status: number, retryAfter: string | undefined): number | undefined {
  if ((status !== 429 && status !== 503) || retryAfter === undefined) return undefined
  const ms = /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(ms) || ms > maxMs ? undefined : Math.max(0, ms)
}

function request(url: URL, bounds: FetchBounds): Promise<IncomingMessage> {
  const { protocol } = url
  if (protocol !== 'http:' && protocol !== 'https:') throw new Error(`it leads to ${protocol}`)
  const name = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(name) !== 0) requireAllowed(bounds, name, [name])
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const options = {
    signal: bounds.signal,
    agent: false,
    lookup: lookupWithin(bounds),
    headers: { Accept: 'image/*', 'User-Agent': 'pictoglyph' },
  }
  const sent = (protocol === 'https:' ? https : http).get(url, options, resolve)
  sent.on('error', reject)
  return promise
}

/** Looks a name up once, so that the connection goes to the checked address. */
function lookupWithin(bounds: FetchBounds): LookupFunction {
  async function find(name: string): Promise<[LookupAddress, ...LookupAddress[]]> {
    const [first, ...others] = await bounds.resolve(name)
    if (first === undefined) throw new Error(`there is no ${name}`)
    const found: [LookupAddress, ...LookupAddress[]] = [first, ...others]
    requireAllowed(
      bounds,
      name,
      found.map(({ address }) => address),
    )
    return found
  }
  return (name, options, callback) => {
    find(name).then(
      (found) => (options.all ? callback(null, found) : callback(null, found[0].address, found[0].family)),
      (error: Error) => callback(error, ''),
    )
  }
}

/** Requires that all addresses are allowed: the system chooses one of them. */
function requireAllowed({ isAllowed }: FetchBounds, name: string, addresses: readonly string[]): void {
  if (addresses.every(isAllowed)) return
  throw new Error(`${name} is not on the internet; add --allow-private if it is meant`)
}

async function bodyOf(
  answer: IncomingMessage,
  address: string,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) {
      throw badRequest(
        message('{address} is larger than {size}.', { address, size: formatBytes(maxBytes, 'en') }),
      )
    }
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** Networks that are not part of the internet, or lead into such ones (RFC 6890, RFC 9637, RFC 3056). */
const notPublic = createNetworkSet(
  [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
    '3fff::/20',
  ].map(parseCidr),
)
const ipv6OfTheInternet = createNetworkSet([parseCidr('2000::/3')])

/** Whether an address is on the internet, and not in a private network or on this machine. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  if (address === undefined || notPublic.has(address)) return false
  return address.family === 4 || ipv6OfTheInternet.has(address)
}
