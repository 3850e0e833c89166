import type { LikelyDamage } from '@pictoglyph/codec/doubt'

/** The outcome for a text or a cipher. */
export type PageOutcome =
  | { kind: 'cipher'; cipher: string; charset: string; algorithm: string; durationMs: number }
  | {
      kind: 'text'
      text: string
      charset: string
      algorithm: string
      durationMs: number
      /** Number of ciphers in a message, and positions of unreadable parts among them. */
      several?: { count: number; unread: readonly number[] }
      /** What most likely happened to the cipher, where the text is doubtful. */
      doubt?: LikelyDamage | undefined
      /** The numbers of symbols of the set before and after the cipher. */
      leftOut?: { before: number; after: number } | undefined
      isKeyTrimmed?: boolean | undefined
    }
  | { kind: 'key needed'; algorithm: string }
  | PageFailure

/** A failure: a code of the service, or UNREACHABLE. */
export interface PageFailure {
  kind: 'failure'
  code: string
  message: string
  resetAtMs: number | undefined
  /** The text of a doubtful body or the beginning of a cut cipher's, displayed only as such. */
  doubted?: string
  /** The units of the beginning, and of the whole text if that is known. */
  beginning?: { units: number; ofAbout: number | undefined }
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

/** Encodes and decodes for the page: the service, or the page itself. An empty key counts as none. */
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
