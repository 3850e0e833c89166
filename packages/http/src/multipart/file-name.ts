const unprintable = /[\p{Cc}\u061C\u200E\u200F\u2028\u2029\u202A-\u202E\u2066-\u2069\uFEFF]/gu
const longestFileName = 255

/**
 * What may be shown of a file name that a sender chose: the part after the last slash or backslash,
 * without control characters, line separators and bidirectional controls, at most 255 code points.
 * It is text for people and must never become part of a path.
 *
 * @returns undefined when nothing that could name a file is left.
 */
export function displayFileName(sent: string): string | undefined {
  const baseName = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1)
  const printable = baseName.replace(unprintable, '').trim()
  const shown =
    printable.length <= longestFileName ? printable : Array.from(printable).slice(0, longestFileName).join('')
  return shown === '' || shown === '.' || shown === '..' ? undefined : shown
}
