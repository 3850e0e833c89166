/** What an image file is: sniff, measure, verify, scrub. Pure: bytes in, facts out; never decodes pixels. */
export type { ByteSpan, Findings, GainMap, ImageFacts, Orientation, PictureSize } from './facts.ts'
export { MediaFailure, type MediaFailureCode } from './failure.ts'
export { createInspector, type Inspector, inspect } from './inspect/inspector.ts'
export { type MediaType, mediaTypes, type RasterType, rasterTypes, shortTypeName } from './media-type.ts'
export type {
  RemovedItem,
  RemovedKind,
  ScrubMode,
  ScrubPiece,
  ScrubPlan,
} from './scrub/plan.ts'
export type { Reading } from './scrub/reading.ts'
export { planScrub, scrub, scrubbedChunks, scrubPlanning } from './scrub/scrub.ts'
export { type MediaSource, sourceOf } from './scrub/source.ts'
