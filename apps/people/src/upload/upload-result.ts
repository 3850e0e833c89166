import { NetworkError, PictoglyphError, type UploadedImage, type UploadVerdict } from '@pictoglyph/client'

/** The result of one file. With `--json` it is printed as it is. */
export type UploadResult =
  | { ok: true; file: string; data: UploadedImage | UploadVerdict }
  | { ok: false; file: string; error: UploadProblem }

/** Why a file was not uploaded. */
interface UploadProblem {
  code: string
  message: string
  status?: number
  requestId?: string
}

/** A problem in words. @throws what is no answer of the network or the service, but a mistake of ours */
export function problemOf(error: unknown): UploadProblem {
  if (error instanceof PictoglyphError) {
    const { code, status, requestId } = error
    return {
      code,
      message: inWordsOfCommand(error, status),
      status,
      ...(requestId !== undefined && { requestId }),
    }
  }
  if (error instanceof NetworkError) {
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
    return {
      code: 'NETWORK',
      message: `${error.message}${cause} Is this its address? Give --url or set PICTOGLYPH_IMAGES_URL.`,
    }
  }
  if (error instanceof Error && 'code' in error && 'syscall' in error) {
    return { code: String(error.code), message: error.message }
  }
  throw error
}

/** What the service refuses and what to do about it, in the words of the command in place of those of HTTP. */
export function inWordsOfCommand(
  { code, message }: { code: string; message: string },
  status?: number,
): string {
  if (code === 'UNAUTHORIZED') {
    return 'The service does not take this key: it is wrong, has expired or was revoked. Give --key or set PICTOGLYPH_KEY.'
  }
  if (code === 'FORBIDDEN') return `${message} Use another key: give --key or set PICTOGLYPH_KEY.`
  if (code === 'CATEGORY_MISSING') {
    return 'The upload names no category. Give --category ID, or use a key that has a default category.'
  }
  if (code === 'UNEXPECTED_ANSWER' && (status === 404 || status === 200)) {
    return `${message} Is this the address of its image service? Give --url or set PICTOGLYPH_IMAGES_URL.`
  }
  return message
}
