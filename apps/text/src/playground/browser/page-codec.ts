/** What became of a text or a cipher. */
export type PageOutcome =
  | { kind: 'cipher'; cipher: string; charset: string; algorithm: string; durationMs: number }
  | {
      kind: 'text'
      text: string
      charset: string
      algorithm: string
      durationMs: number
      /** How many ciphers a message had, and after how many of them more stands that could not be read. */
      several?: { count: number; unread: readonly number[] }
    }
  | { kind: 'key needed'; algorithm: string }
  | PageFailure

/** Why nothing became of it: a code of the service's, or UNREACHABLE. */
export interface PageFailure {
  kind: 'failure'
  code: string
  message: string
  resetAtMs: number | undefined
  /** What a doubted body decodes to: shown only as what may be a part of another cipher. */
  doubted?: string
}

interface PageEncodeRequest {
  text: string
  charsetId: string
  algorithmId: string
  key: string
}

interface PageDecodeRequest {
  cipher: string
  key: string
}

/** Does the page's work: the service, or the page itself. An empty key is none. */
export interface PageCodec {
  encode(request: PageEncodeRequest, signal: AbortSignal): Promise<PageOutcome>
  decode(request: PageDecodeRequest, signal: AbortSignal): Promise<PageOutcome>
}

export const failure = (code: string, message = '', resetAtMs?: number): PageFailure => ({
  kind: 'failure',
  code,
  message,
  resetAtMs,
})
