import { MediaFailure } from '../failure.ts'
import type { MediaType } from '../media-type.ts'
import { latin1, startsWith } from '../numbers.ts'
import { readAvif } from './avif.ts'
import { readGif } from './gif.ts'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'
import type { ReadState, Steps } from './steps.ts'
import { readSvg } from './svg.ts'
import { readWebp } from './webp.ts'

/** A format and its reader. The readers of AVIF and SVG find out by themselves whether the file is one. */
export interface Format {
  type: MediaType | undefined
  read(file: ReadState): Steps
}

/** As many first bytes as it takes to tell the formats apart. */
export const signatureBytes = 12

/**
 * The format that a file beginning with `head` is in.
 * @throws {MediaFailure} UNKNOWN_TYPE
 */
export function sniff(head: Uint8Array): Format {
  if (startsWith(head, 0, '\xff\xd8\xff')) return { type: 'image/jpeg', read: readJpeg }
  if (startsWith(head, 0, '\x89PNG\r\n\x1a\n')) return { type: 'image/png', read: readPng }
  if (startsWith(head, 0, 'GIF87a') || startsWith(head, 0, 'GIF89a')) {
    return { type: 'image/gif', read: readGif }
  }
  if (startsWith(head, 0, 'RIFF') && startsWith(head, 8, 'WEBP'))
    return { type: 'image/webp', read: readWebp }
  if (startsWith(head, 4, 'ftyp')) return { type: undefined, read: readAvif }
  if (/^(?:\xef\xbb\xbf)?[\t\n\r ]*(?:<|$)/.test(latin1(head, 0, head.length)) && head.length > 0) {
    return { type: undefined, read: readSvg }
  }
  const reason = head.length === 0 ? 'The file is empty' : 'The file begins like no image format known here'
  throw new MediaFailure('UNKNOWN_TYPE', reason, 0)
}
