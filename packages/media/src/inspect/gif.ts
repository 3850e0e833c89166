import { u16le } from '../numbers.ts'
import {
  foundSize,
  malformed,
  type ReadState,
  type Scan,
  type Step,
  type Steps,
  scan,
  scanToEnd,
  skip,
  take,
  takeUpTo,
} from './steps.ts'

const screenLength = 13
const imageBlock = 0x2c
const extensionBlock = 0x21
const trailer = 0x3b
/** Bits per pixel: palette colours may be transparent over earlier frames, so frames are composed as RGBA. */
const composedBits = 32

/**
 * Reads GIF (specification 89a). The logical screen is the size of the picture. No frame may exceed it: viewers
 * enlarge the screen for the first such frame, and crop later ones. A file that ends right after a frame lacks only
 * its trailer, and every viewer displays it.
 */
export function* readGif(file: ReadState): Steps {
  const screen = yield take(screenLength)
  foundSize(file, u16le(screen, 6), u16le(screen, 8))
  file.findings.bitsPerPixel = composedBits
  yield skip(colourTableLength(screen[10]!))
  /** The end of the last frame, if only padding follows. */
  let frameEnd: number | undefined
  for (;;) {
    yield scanToEnd(paddingScan)
    const introducer = (yield takeUpTo(1))[0]
    switch (introducer) {
      case undefined:
        return frameEnd
      case imageBlock:
        yield* readFrame(file)
        frameEnd = file.offset
        break
      case extensionBlock:
        yield skip(1)
        yield scan(createSubBlockScan())
        frameEnd = undefined
        break
      case trailer:
        if (file.findings.frames === 0) throw malformed(file, 'There is no picture data')
        return file.offset
      default:
        throw malformed(file, `A block of unknown kind ${introducer}`)
    }
  }
}

function* readFrame(file: ReadState): Generator<Step, void, Uint8Array> {
  const descriptor = yield take(9)
  const { findings } = file
  if (findings.frames === 0) {
    findings.width = Math.max(findings.width, u16le(descriptor, 0) + u16le(descriptor, 4))
    findings.height = Math.max(findings.height, u16le(descriptor, 2) + u16le(descriptor, 6))
  }
  yield skip(colourTableLength(descriptor[8]!))
  const codeSize = (yield take(1))[0]!
  if (codeSize === 0 || codeSize > 11) throw malformed(file, `A frame is packed with ${codeSize}-bit codes`)
  findings.frames++
  yield scan(createSubBlockScan())
}

/** Length in bytes of the colour table that a packed field announces; 0 for none. */
export function colourTableLength(packed: number): number {
  return packed & 0x80 ? 3 << ((packed & 7) + 1) : 0
}

/** Skips zeros between blocks. Some files have them, and every viewer accepts them. */
export const paddingScan: Scan = (chunk, from) => {
  for (let at = from; at < chunk.length; at++) if (chunk[at] !== 0) return at
  return -1
}

/** Finds the end of a chain of sub-blocks. Each begins with its length; length 0 ends the chain. */
export function createSubBlockScan(): Scan {
  let beyond = 0
  return (chunk, from) => {
    let at = from + beyond
    while (at < chunk.length) {
      const length = chunk[at]!
      if (length === 0) return at + 1
      at += length + 1
    }
    beyond = at - chunk.length
    return -1
  }
}
