import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { badRequest, Failure, formatBytes, message, verbatim } from '@pictoglyph/core'
import { requirePicture } from '../upload/local-image.ts'
import { isPublicAddress } from './public-address.ts'

const maxMs = 60_000
const maxRedirects = 5

/** What a picture is fetched from, and within which bounds. */
export interface FetchBounds {
  maxBytes: number
  /** Aborted once it has taken too long. */
  signal: AbortSignal
  /** The addresses of a host by its name. */
  resolve(name: string): Promise<LookupAddress[]>
  /** Whether an address may be asked. */
  isAllowed(address: string): boolean
}

/**
 * What the command fetches within: 128 MiB and a minute.
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

/**
 * Fetches a picture of another host, over five redirects at most.
 * @throws {Failure} BAD_REQUEST if it can't be fetched, or is not a picture
 */
export async function fetchImage(address: string, bounds: FetchBounds): Promise<Blob> {
  const { maxBytes, signal } = bounds
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
      if (statusCode !== 200) {
        answer.destroy()
        throw badRequest(message('{address} answers {status}.', { address, status: statusCode }))
      }
      const bytes = await bodyOf(answer, address, maxBytes)
      requirePicture(address, bytes)
      return new Blob([bytes])
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

/** Looks a name up once, so that what is asked is what was looked at. */
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

/** One address that may not be asked is enough: which of them is asked is not ours to say. */
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
