import { shellWord } from '@pictoglyph/core'

/** The values in the line that uploads a first file. */
export interface UploadLineParts {
  apiKey: string
  categoryId: string
  /** Absolute path of the file. */
  file: string
  /** Public base address of the images service, without a slash at its end. */
  imagesUrl: string
}

/** The complete `curl` line that uploads a file, for any characters in its path. */
export function uploadLine({ apiKey, categoryId, file, imagesUrl }: UploadLineParts): string {
  const words = [
    `-H "Authorization: Bearer ${apiKey}"`,
    `-F ${formWord(file)}`,
    `-F ${shellWord(`categoryId=${categoryId}`)}`,
    shellWord(`${imagesUrl}/api/v1/upload`),
  ]
  return `curl ${words.join(' ')}`
}

/**
 * The field `file`. curl reads `;` and `,` in a path as the end of it, and a space before it as none; between
 * double quotes only `"` and `\` mean something (curl(1), `--form`).
 */
function formWord(file: string): string {
  if (/^[\w@%+=:./-]+$/.test(file)) return `"file=@${file}"`
  return shellWord(`file=@"${file.replace(/["\\]/g, '\\$&')}"`)
}
