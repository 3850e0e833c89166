import { badRequest, message } from '@pictoglyph/core'

const bytesIn = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 } as const
const size = /^(\d+(?:\.\d+)?) ?([kmgt]?)i?b?$/i

/** A number of bytes such as `500MB`, in units of 1,024. @throws {Failure} BAD_REQUEST */
export function readSize(written: string): number {
  const [, number = '', unit = ''] = size.exec(written.trim()) ?? []
  const bytes = Math.round(Number(number) * bytesIn[unit.toLowerCase() as keyof typeof bytesIn])
  if (number !== '' && Number.isSafeInteger(bytes)) return bytes
  throw badRequest(message('"{written}" is not a size such as 500MB or 2GB.', { written }))
}
