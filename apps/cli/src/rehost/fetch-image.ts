import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { badRequest, Failure, message, verbatim } from '@pictoglyph/core'
import { requirePicture } from '../upload/local-image.ts'
import { isPublicAddress } from './public-address.ts'

const maxBytes = 128 * 1024 * 1024
const maxMs = 60_000
const maxRedirects = 5

/**
 * Fetches a picture of another host: at most 128 MiB, in a minute, over five redirects.
 * @param allowPrivate whether private addresses are allowed
 * @throws {Failure} BAD_REQUEST if it can't be fetched, or is not a picture
 */
export async function fetchImage(address: string, allowPrivate: boolean): Promise<Blob> {
  const signal = AbortSignal.timeout(maxMs)
  try {
    let url = new URL(address)
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      const answer = await request(url, allowPrivate, signal)
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
      const bytes = await bodyOf(answer, address)
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

function request(url: URL, allowPrivate: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const { protocol } = url
  if (protocol !== 'http:' && protocol !== 'https:') throw new Error(`it leads to ${protocol}`)
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const trouble = isIP(name) !== 0 && !allowPrivate ? troubleWith(name, [name]) : undefined
  if (trouble !== undefined) throw trouble
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const options = {
    signal,
    agent: false,
    lookup: allowPrivate ? undefined : lookupPublic,
    headers: { Accept: 'image/*', 'User-Agent': 'pictoglyph' },
  }
  const sent = (protocol === 'https:' ? https : http).get(url, options, resolve)
  sent.on('error', reject)
  return promise
}

/** Looks a name up once, so that what is asked is what was looked at. */
const lookupPublic: LookupFunction = (name, options, callback) => {
  lookup(name, { all: true }).then(
    (found) => {
      const [first] = found
      const trouble = troubleWith(
        name,
        found.map(({ address }) => address),
      )
      if (trouble !== undefined || first === undefined)
        callback(trouble ?? new Error(`there is no ${name}`), '')
      else if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    },
    (error: Error) => callback(error, ''),
  )
}

function troubleWith(name: string, addresses: readonly string[]): Error | undefined {
  if (addresses.every(isPublicAddress)) return undefined
  return new Error(`${name} is not on the internet; add --allow-private if it is meant`)
}

async function bodyOf(answer: IncomingMessage, address: string): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBytes) throw badRequest(message('{address} is larger than 128 MiB.', { address }))
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
