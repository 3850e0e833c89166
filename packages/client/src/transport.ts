import type { Answer } from './answer.ts'
import { NetworkError } from './errors.ts'

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Sends by fetch and reads the whole answer. @throws {NetworkError}, and `signal.reason` once it is aborted */
export async function sendByFetch(fetch: Fetch, url: string, init: RequestInit): Promise<Answer> {
  try {
    const response = await fetch(url, init)
    const text = await response.text()
    return { status: response.status, header: (name) => response.headers.get(name), text }
  } catch (error) {
    init.signal?.throwIfAborted()
    throw new NetworkError(`${new URL(url).origin} gave no answer.`, { cause: error })
  }
}
