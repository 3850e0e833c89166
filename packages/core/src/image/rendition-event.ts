import type { RenditionFormat, RenditionSize } from './rendition-sizes.ts'

/** What became of a rendition, for the log and for metrics. */
export type RenditionEvent =
  | {
      kind: 'made'
      source: string
      size: RenditionSize
      format: RenditionFormat
      sizeBytes: number
      durationMs: number
    }
  | { kind: 'impossible'; source: string; size: RenditionSize; format: RenditionFormat; reason: string }
  | { kind: 'busy'; source: string; size: RenditionSize; format: RenditionFormat }
  /** Told when it begins, and again only after renditions were made. */
  | { kind: 'unavailable'; reason: string }
  /** Nobody waited for it, or not any longer, so that nobody else is told. */
  | { kind: 'failed'; source: string; error: unknown }
