import { withoutTrailingSlashes } from '../language/trailing-slashes.ts'

/** The values that a configuration is made from. */
export interface ClientKitInput {
  /** Public base address of the image service. */
  imagesUrl: string
  /** The API key, or a placeholder if it is no longer known. */
  key: string
  /** `null` if the key's default category is used. */
  categoryId: string | null
  /** The album for the images. A key that is bound to albums needs it. */
  albumId?: string | null
}

/** How to use a configuration, one sentence for each step. */
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
  /** A name to save `content` under. */
  fileName: string
  format: 'json' | 'shell' | 'text'
  content: string
  steps: ClientSteps
}

/** The values that every configuration is written from. */
export interface UploadTarget {
  /** Address that uploads are posted to. */
  url: string
  /** Base address of the service, without a slash at its end. */
  baseUrl: string
  /** Value of the `Authorization` header. */
  authorization: string
  /** Text fields in addition to the file. */
  fields: Readonly<Record<string, string>>
}

/** Reads the input once for all clients. Not all of them know what to do with a name beyond ASCII. */
export function uploadTarget({ imagesUrl, key, categoryId, albumId = null }: ClientKitInput): UploadTarget {
  // People give the address of the upload as often as that of the service.
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

/** JSON as people like to read it, with a line break at its end. */
export function jsonContent(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}

/** A step for forms where people enter values that are JSON themselves. */
export const enteringJson = {
  en: 'Enter a value that begins with { without the quotation marks around it, and with " in place of each \\".',
  'zh-CN': '以 { 开头的值：去掉外层的引号，并将其中的 \\" 换成 " 后再填入。',
} as const
