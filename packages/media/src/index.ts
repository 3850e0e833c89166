/** Facts of image files: sniff, measure, verify, strip. Pure functions of bytes, which never decode pixels. */
export type { ByteSpan, GainMap, ImageFacts, NotShown, Orientation, PictureSize } from './facts.ts'
export { withEnd } from './facts.ts'
export { MediaFailure, type MediaFailureCode } from './failure.ts'
export { createInspector, type Inspector, inspect } from './inspect/inspector.ts'
export type { Findings } from './inspect/steps.ts'
export { type MediaType, mediaTypes, type RasterType, rasterTypes, shortTypeName } from './media-type.ts'
export type {
  RemovedItem,
  RemovedKind,
  StripMode,
  StripPiece,
  StripPlan,
} from './strip/plan.ts'
export type { Reading } from './strip/reading.ts'
export { type MediaSource, sourceOf } from './strip/source.ts'
export { planStrip, strip, stripPlanning, strippedChunks } from './strip/strip.ts'
