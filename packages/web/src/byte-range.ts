import type { ByteRange } from '@pictoglyph/site/blobs/blob-store'

/**
 * The part of a file that a `Range` header asks for (RFC 9110 section 14.1.2).
 * - `undefined`: send the whole file; the header is not in bytes, malformed, or asks for several parts.
 * - `unsatisfiable`: the range has no byte of the file (416).
 */
export function readRange(header: string, sizeBytes: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header)
  if (match === null) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  if (first === '') {
    const suffix = Number(last)
    if (suffix === 0 || sizeBytes === 0) return 'unsatisfiable'
    return { start: Math.max(0, sizeBytes - suffix), end: sizeBytes }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return undefined
  if (start >= sizeBytes) return 'unsatisfiable'
  return { start, end: last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes) }
}
