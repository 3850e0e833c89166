import { MediaFailure } from '../failure.ts'
import type { XmlAttribute } from '../xml/xml-elements.ts'
import type { RemovedItem } from './plan.ts'
import type { Reading } from './reading.ts'
import type { StripFile } from './strip.ts'

/** A new text for an attribute's value. */
export interface StrippedValue {
  from: number
  to: number
  bytes: Uint8Array
  removed: RemovedItem[]
}

const linking = new Set(['href', 'src'])
/** A `data:` address of a picture (RFC 2397), up to its data. */
const head = /^\s*data:image\/[\w.+-]+(?:;[\w.=-]+)*;base64,/i
const maxHead = 200
const references = /&#(?:x0*[9ad]|0*(?:9|10|13));/gi

/** Whether an attribute links to something by a `data:` address. */
export function mayEmbed({ local, value }: XmlAttribute): boolean {
  return linking.has(local) && head.test(value(maxHead))
}

/**
 * An attribute's value without the metadata of its embedded picture; `undefined` if there is nothing to take out, or it
 * can't be read.
 */
export function* stripEmbedded(
  { value, to }: { value: string; to: number },
  stripFile: StripFile,
): Reading<StrippedValue | undefined> {
  const address = head.exec(value.slice(0, maxHead))?.[0]
  const picture = address && decoded(value.slice(address.length))
  if (!picture) return undefined
  try {
    const { bytes, removed } = yield* stripFile(picture)
    if (removed.length === 0) return undefined
    const end = to - 1
    const text = new TextEncoder().encode(address + bytes.toBase64())
    return { from: end - value.length, to: end, bytes: text, removed }
  } catch (error) {
    if (error instanceof MediaFailure) return undefined
    throw error
  }
}

/** Its white space has no meaning; drawing programs write it directly or as references. */
function decoded(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.fromBase64(base64.replace(references, ''))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
