/** The functions that the laws are about, as one module that can be woven. */
export { withEnd } from '../../src/facts.ts'
export { MediaFailure } from '../../src/failure.ts'
export { inspect } from '../../src/inspect/inspector.ts'
export { sourceOf } from '../../src/strip/source.ts'
export { planStrip, strip, strippedChunks } from '../../src/strip/strip.ts'
