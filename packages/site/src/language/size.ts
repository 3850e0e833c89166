import { badRequest } from './failure.ts'
import { message } from './message.ts'

const bytesIn = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 } as const
const size = /^(\d+(?:\.\d+)?) ?([kmgt]?)i?b?$/i

/** Parses a size such as `500MB` in units of 1,024; returns bytes, or `undefined` for an invalid size. */
export function bytesOfSize(written: string): number | undefined {
  const bytes = sizeAtMost(written, Number.POSITIVE_INFINITY)
  return Number.isSafeInteger(bytes) ? bytes : undefined
}

/** {@link bytesOfSize}, capped at `most`. */
export function sizeAtMost(written: string, most: number): number | undefined {
  const [, number = '', unit = ''] = size.exec(written.trim()) ?? []
  const bytes = Math.round(Number(number) * bytesIn[unit.toLowerCase() as keyof typeof bytesIn])
  return number === '' ? undefined : Math.min(most, bytes)
}

/** {@link bytesOfSize} for a required size. @throws {Failure} BAD_REQUEST */
export function readSize(written: string): number {
  const bytes = bytesOfSize(written)
  if (bytes !== undefined) return bytes
  throw badRequest(message('"{written}" is not a size such as 500MB or 2GB.', { written }))
}
