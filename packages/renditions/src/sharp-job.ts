import type { RasterType } from '@pictoglyph/media/media-type'
import type { RenditionFormat, RenditionShape } from '@pictoglyph/site/images/rendition-sizes'
import { frame } from './frame.ts'

/** Asks for a rendition. */
export interface SharpJob {
  type: RasterType
  format: RenditionFormat
  shape: RenditionShape
  /** To fit, a JPEG is encoded at a lower quality. */
  maxBytes: number
  placeholder: boolean
}

/** Asks where the coded data ends in a JPEG without an end marker. The bytes end with that data. */
export interface EndJob {
  /** Offset at which the coded data begins. */
  scanFrom: number
  width: number
  height: number
}

/** Results of a job, and exit codes of a worker that was not killed; there standard error holds the reason. */
export const workerExit = {
  made: 0,
  /** The decoder refused the file. */
  refused: 10,
  /** sharp can't be loaded on this machine. */
  noSharp: 11,
} as const

/**
 * Joins the placeholder and the rendition: the length of the placeholder as four bytes, big-endian, the placeholder,
 * the rendition.
 */
export function frameOutput(placeholder: Uint8Array, rendition: Uint8Array): Uint8Array {
  return Buffer.concat([frame(placeholder), rendition])
}

/** The inverse of {@link frameOutput}; `undefined` for any other bytes. */
export function readOutput(
  output: Uint8Array,
): { placeholder: Uint8Array; rendition: Uint8Array } | undefined {
  if (output.length < 4) return undefined
  const view = new DataView(output.buffer, output.byteOffset)
  const placeholderEnd = 4 + view.getUint32(0)
  if (placeholderEnd > output.length) return undefined
  return { placeholder: output.subarray(4, placeholderEnd), rendition: output.subarray(placeholderEnd) }
}
