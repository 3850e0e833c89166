/** The beginning of a cipher that was cut off or lost symbols (docs/cipher/format.md, "Reading what people paste"). */
import { beforeBody, decodeSymbolValues, symbolsPerUnit } from './classic-decoder.ts'
import { classicWrapper } from './classic-encoder.ts'
import { beforeFrameBody, beginsAsFrame, frameWrapper, readFrameStart } from './frame.ts'
import { unpackBeginning } from './packing/packing.ts'
import { isDoubtfulText, isPlausible } from './plausibility.ts'
import { rawOverheadBytes } from './raw-body.ts'
import { beginsAsClassic } from './stretches.ts'
import { bytesOfSymbolValues } from './symbol-values.ts'

/** The first units of a text, and of how many about; `undefined` where the end of the cipher is missing. */
interface Beginning {
  readonly text: string
  readonly ofAbout: number | undefined
}

/** Units of a window that is judged, and how many of them are damaged when the window is no longer plausible. */
const windowUnits = 8
const damagedUnits = 4
const minUnits = 4

/** Reads the beginning of a damaged cipher without a key from its symbol values; `undefined` if there is none. */
export function readBeginning(values: Uint8Array): Beginning | undefined {
  if (beginsAsClassic(values)) return beginningOfClassic(values)
  return beginsAsFrame(values) ? beginningOfFrame(values) : undefined
}

/** Up to where the text is plausible. Where the cipher has its end, its length tells that of the text. */
function beginningOfClassic(values: Uint8Array): Beginning | undefined {
  const isEnded = values[values.length - 1] === classicWrapper[3]
  const body = values.subarray(beforeBody, isEnded ? -1 : values.length)
  const whole = decodeSymbolValues(body.subarray(0, body.length - (body.length % symbolsPerUnit)))
  const text = whole.slice(0, plausibleUnits(whole))
  if (text.length < minUnits || isDoubtfulText(text)) return undefined
  return { text, ofAbout: isEnded ? Math.round(body.length / symbolsPerUnit) : undefined }
}

function plausibleUnits(text: string): number {
  for (let from = 0; from + windowUnits <= text.length; from += 2)
    if (!isPlausible(text.slice(from, from + windowUnits))) return from + windowUnits - damagedUnits
  return text.length
}

/** Only of a frame that the model packed and whose end is missing. One that lost symbols within looks like a text. */
function beginningOfFrame(values: Uint8Array): Beginning | undefined {
  const start = readFrameStart(values)
  if (start?.type !== 'RAW' || start.packingBit !== 1 || values[values.length - 1] === frameWrapper[3])
    return undefined
  const bytes = bytesOfSymbolValues(values.subarray(beforeFrameBody))
  const text = unpackBeginning(bytes.subarray(0, -rawOverheadBytes))
  return text.length < minUnits ? undefined : { text, ofAbout: undefined }
}
