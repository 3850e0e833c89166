import { withoutTrailingSlashes } from '../language/trailing-slashes.ts'

/** The input of a configuration. */
export interface ClientKitInput {
  /** Public base address of the image service. */
  imagesUrl: string
  /** The API key, or a placeholder if it is no longer known. */
  key: string
  /** `null` to use the key's default category. */
  categoryId: string | null
  /** The album for the images. Keys bound to albums need it. */
  albumId?: string | null
}

/** Instructions for a configuration, one sentence for each step. */
interface ClientSteps {
  en: readonly string[]
  'zh-CN': readonly string[]
}

/** A configuration that makes a program upload to this site, ready to be saved or pasted. */
export interface ClientConfiguration {
  /** Lower-case words with hyphens: `picgo-lankong`. */
  id: string
  /** The program as its makers write it. */
  name: string
  /** A file name for `content`. */
  fileName: string
  format: 'json' | 'shell' | 'text'
  content: string
  steps: ClientSteps
}

/** The values that every configuration contains. */
export interface UploadTarget {
  /** Address for uploads. */
  url: string
  /** Base address of the service, without a trailing slash. */
  baseUrl: string
  /** Value of the `Authorization` header. */
  authorization: string
  /** Text fields to send with the file. */
  fields: Readonly<Record<string, string>>
}

/** Prepares the input for all clients. Some of them can't handle names beyond ASCII. */
export function uploadTarget({ imagesUrl, key, categoryId, albumId = null }: ClientKitInput): UploadTarget {
  // People enter the upload address as often as the base address.
  const baseUrl = withoutTrailingSlashes(URL.parse(imagesUrl)?.href ?? imagesUrl).replace(
    /\/api\/v1\/upload$/,
    '',
  )
  return {
    url: `${baseUrl}/api/v1/upload`,
    baseUrl,
    authorization: `Bearer ${key}`,
    fields: { ...(categoryId !== null && { categoryId }), ...(albumId !== null && { albumId }) },
  }
}

/** JSON for people to read, with a line break at its end. */
export function jsonContent(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

/** The step for forms where people enter values as JSON. */
export const enteringJson = {
  en: 'Enter a value that begins with { without the quotation marks around it, and with " in place of each \\".',
  'zh-CN': '以 { 开头的值：去掉外层的引号，并将其中的 \\" 换成 " 后再填入。',
} as const
