import { dataOf } from './answer.ts'
import { addressUnder } from './base-url.ts'
import { type RetryPolicy, retryPolicy, withRetries } from './retries.ts'
import { type Fetch, sendByFetch } from './transport.ts'

/** The algorithm types. All but `RAW` need a key. */
export type AlgorithmType = 'RAW' | 'KEYPERM' | 'STREAMXOR' | 'VIGENERE' | 'RC4' | 'AESGCM'

/** A character set that is enabled. */
export interface Charset {
  id: string
  name: string
  c0: string
  c1: string
  c2: string
  c3: string
  isDefault: boolean
}

/** An algorithm preset that is enabled. */
export interface AlgorithmPreset {
  id: string
  name: string
  type: AlgorithmType
  isDefault: boolean
  needKey: boolean
}

/** The enabled character sets and presets. */
export interface TextOptions {
  charsets: Charset[]
  algorithms: AlgorithmPreset[]
}

/** A text, and how to encrypt it. */
export interface EncryptRequest {
  /** 1 to 20,000 UTF-16 code units. */
  text: string
  charsetId: string
  algorithmId: string
  /** At most 256 characters, for algorithms that need a key. */
  key?: string | undefined
}

/** A cipher, and how it was made. */
export interface EncryptedText {
  cipher: string
  algoType: AlgorithmType
  algoName: string
  charsetName: string
  durationMs: number
}

/** A cipher, and its key if it has one. */
export interface DecryptRequest {
  /** 1 to 200,000 characters. */
  cipher: string
  key?: string | undefined
}

/** The text, or, if `needKey` is true, the notice that the cipher needs a key. Then repeat the call with one. */
export type DecryptedText =
  | {
      needKey: false
      text: string
      algoType: AlgorithmType
      charsetName: string
      durationMs: number
      /** The text of a classic cipher is not like one: something may have changed the cipher. */
      doubtful?: true
    }
  | { needKey: true; algoType: AlgorithmType; algoHint: string }

/** The address of a text service. */
export interface TextClientOptions {
  /** Base address of the text service, such as `https://text.example.org`. */
  baseUrl: string
  /** Replaces the platform's `fetch`. */
  fetch?: Fetch
  /** Retries after the first try, 3 by default, or parts of a policy. */
  retries?: number | Partial<RetryPolicy>
}

interface CallOptions {
  signal?: AbortSignal | undefined
}

/** Every method throws {PictoglyphError}, {NetworkError}, and `signal.reason` once it is aborted. */
export interface TextClient {
  /** The enabled character sets and presets. */
  options(call?: CallOptions): Promise<TextOptions>
  encrypt(request: EncryptRequest, call?: CallOptions): Promise<EncryptedText>
  /** Detects the character set and the algorithm, and decrypts. */
  decrypt(request: DecryptRequest, call?: CallOptions): Promise<DecryptedText>
}

/** A decrypted text as the service answers it: `needKey` is only present if it is true. */
type DecryptAnswer = Omit<Extract<DecryptedText, { needKey: false }>, 'needKey'> & { needKey?: false }

/**
 * Creates a client of the text service. @throws {TypeError} for an invalid base address
 * @example createTextClient({ baseUrl: 'https://text.example.org' }).decrypt({ cipher, key })
 */
export function createTextClient(options: TextClientOptions): TextClient {
  const policy = retryPolicy(options.retries)
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
  const url = (path: string) => addressUnder(options.baseUrl, `/api/public/${path}`)
  const addresses = { options: url('options'), encrypt: url('encrypt'), decrypt: url('decrypt') }

  function call<T>(address: string, init: RequestInit, { signal }: CallOptions = {}): Promise<T> {
    return withRetries(policy, signal, async () =>
      dataOf<T>(await sendByFetch(fetch, address, signal ? { ...init, signal } : init), Date.now()),
    )
  }

  return {
    options: (given) => call(addresses.options, { method: 'GET' }, given),
    encrypt: (request, given) => call(addresses.encrypt, jsonPost(request), given),
    async decrypt(request, given) {
      const data = await call<DecryptAnswer | Extract<DecryptedText, { needKey: true }>>(
        addresses.decrypt,
        jsonPost(request),
        given,
      )
      return data.needKey ? data : { ...data, needKey: false }
    },
  }
}

function jsonPost(body: object): RequestInit {
  return { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
}
