import { isAesGcmLength } from './aesgcm-body.ts'
import type { FrameHeader } from './frame.ts'
import { keyedOverheadBytes } from './keyed-body.ts'
import { isPossibleLength } from './packing/packing.ts'
import { rawOverheadBytes } from './raw-body.ts'

/** Whether a frame's body can have this many bytes. */
export function isBodyLength({ type, packingBit }: FrameHeader, firstByte: number, length: number): boolean {
  if (type === 'AESGCM') return isAesGcmLength(packingBit, firstByte, length)
  return isPossibleLength(packingBit, length - (type === 'RAW' ? rawOverheadBytes : keyedOverheadBytes))
}
