import { createInspector } from '@pictoglyph/media/inspect/inspector'
import type { RemovedKind, StripMode } from '@pictoglyph/media/strip/plan'
import { sourceOf } from '@pictoglyph/media/strip/source'
import { stripPlanning } from '@pictoglyph/media/strip/strip'

const pieceBytes = 65_536
const turnMs = 8

/** Finds the metadata that the server will remove from a file. @throws {MediaFailure} if it is not an image */
export async function removedFromFile(file: File, mode: StripMode): Promise<RemovedKind[]> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const inspector = createInspector()
  const giveWay = createTurns()
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    inspector.push(bytes.subarray(at, at + pieceBytes))
    await giveWay()
  }
  const planning = stripPlanning(sourceOf(bytes), mode, inspector.end())
  for (;;) {
    const step = planning.next()
    if (step.done) return step.value.removed.map(({ kind }) => kind)
    await giveWay()
  }
}

/** Yields to the page every few milliseconds. */
function createTurns(): () => Promise<void> {
  let sinceMs = performance.now()
  return async () => {
    if (performance.now() - sinceMs < turnMs) return
    await new Promise((resolve) => setTimeout(resolve))
    sinceMs = performance.now()
  }
}
