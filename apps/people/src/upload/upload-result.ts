import { NetworkError, PictoglyphError, type UploadedImage, type UploadVerdict } from '@pictoglyph/client'

/** The result of one file; `--json` prints it unchanged. */
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

/** Describes a problem. @throws errors that come from neither the network nor the service */
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

/** Describes a refusal by the service and its remedy, in terms of the command instead of HTTP. */
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
