/** Where a frame may end in a longer row of its set's symbols. */
import { isBodyLength } from './body-length.ts'
import { beforeFrameBody, frameContext, frameWrapper, readFrameStart } from './frame.ts'
import type { PreparedCharset } from './prepared-charset.ts'
import { rawBodyLengths } from './raw-body.ts'
import { bytesOfSymbolValues } from './symbol-values.ts'

/** Symbols that a byte takes in a frame. */
export const symbolsPerByte = 4

/** Symbols as values in one set. */
export interface SetValues {
  readonly charset: PreparedCharset
  readonly values: Uint8Array
}

/** Positions at which a frame may end, as far as this is visible without a key. */
export function* frameEnds({ charset, values }: SetValues): Generator<number> {
  const start = readFrameStart(values)
  if (start === undefined) return
  const bytes = bytesOfSymbolValues(values.subarray(beforeFrameBody))
  const lengths =
    start.type === 'RAW'
      ? rawBodyLengths(frameContext(charset, start), start.packingBit, bytes)
      : upTo(bytes.length)
  for (const length of lengths) {
    const end = beforeFrameBody + symbolsPerByte * length
    if (values[end] === frameWrapper[3] && isBodyLength(start, start.firstByte, length)) yield end + 1
  }
}

function* upTo(last: number): Generator<number> {
  for (let length = 1; length <= last; length++) yield length
}
