import { NetworkError, PictoglyphError, type UploadedImage, type UploadVerdict } from '@pictoglyph/client'

/** The result of one file. With `--json` it is printed as it is. */
export type UploadResult =
  | { ok: true; file: string; data: UploadedImage | UploadVerdict }
  | { ok: false; file: string; error: UploadProblem }

/** Why a file was not uploaded. */
export interface UploadProblem {
  code: string
  message: string
  status?: number
  requestId?: string
}

/** A problem in words. @throws what is no answer of the network or the service, but a mistake of ours */
export function problemOf(error: unknown): UploadProblem {
  if (error instanceof PictoglyphError) {
    const { code, message, status, requestId } = error
    return { code, message, status, ...(requestId !== undefined && { requestId }) }
  }
  if (error instanceof NetworkError) {
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
    return { code: 'NETWORK', message: error.message + cause }
  }
  if (error instanceof Error && 'code' in error && 'syscall' in error) {
    return { code: String(error.code), message: error.message }
  }
  throw error
}
