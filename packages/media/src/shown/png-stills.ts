import type { PictureSize } from '../facts.ts'
import { u32be } from '../numbers.ts'
import { type PngChunk, pngChunks, writePng } from './png-chunks.ts'
import { codePointsOf } from './shown-colour.ts'

/** One picture of a PNG as a PNG of its own, and its position in the whole. */
interface PngStill {
  png: Uint8Array
  left: number
  top: number
  width: number
  height: number
  /** Size of the whole canvas. */
  whole: PictureSize
}

/** Chunks that decoders need besides the pixels. */
const kept = new Set(['PLTE', 'tRNS', 'iCCP', 'sRGB', 'eXIf'])
/** Further frames are left out. */
const maxStills = 20

/**
 * Reads the pictures of a PNG in display order, up to twenty frames. It leaves out a first image that is no frame of
 * the animation (PNG third edition, 4.9). As in browsers, picture data with a wrong checksum counts, a describing
 * chunk with a wrong one does not, and `cICP` outranks a profile.
 */
export function* pngStills(bytes: Uint8Array): Generator<PngStill> {
  const head: PngChunk[] = []
  let header = new Uint8Array()
  let hasCodePoints = false
  let isAnimated = false
  let sawData = false
  let count = 0
  let isFirst = true
  let current: Picture = { area: { left: 0, top: 0, width: 0, height: 0 }, parts: [], isFrame: false }

  const whole = { width: 0, height: 0 }

  const written = ({ area, parts }: Picture): PngStill => {
    const size = header.slice()
    const view = new DataView(size.buffer)
    view.setUint32(0, area.width)
    view.setUint32(4, area.height)
    const described = head.filter(({ name }) => !(hasCodePoints && name === 'iCCP'))
    const pixels = parts.map((data) => ({ name: 'IDAT', data }))
    const end = { name: 'IEND', data: new Uint8Array() }
    return { png: writePng([{ name: 'IHDR', data: size }, ...described, ...pixels, end]), ...area, whole }
  }

  for (const chunk of pngChunks(bytes)) {
    const { name, data, isIntact } = chunk
    if (name === 'IHDR') {
      header = data.slice()
      whole.width = u32be(data, 0)
      whole.height = u32be(data, 4)
      current.area = { left: 0, top: 0, ...whole }
    } else if (name === 'IDAT') {
      sawData = true
      if (isFirst) current.parts.push(data)
    } else if (name === 'fdAT' && isAnimated) current.parts.push(data.subarray(4))
    else if (name === 'fcTL' && isAnimated) {
      if (sawData) {
        if (current.isFrame) {
          yield written(current)
          count++
        }
        if (count === maxStills) return
        isFirst = false
      }
      current = { area: areaOf(data), parts: [], isFrame: true }
    } else if (!sawData && isIntact) {
      if (name === 'acTL') isAnimated = true
      else if (name === 'cICP') hasCodePoints ||= codePointsOf(chunk) !== undefined
      else if (kept.has(name)) head.push(chunk)
    }
  }
  yield written(current)
}

interface Picture {
  area: Omit<PngStill, 'png' | 'whole'>
  parts: Uint8Array[]
  isFrame: boolean
}

function areaOf(frame: Uint8Array): Picture['area'] {
  const [width, height, left, top] = [4, 8, 12, 16].map((at) => u32be(frame, at))
  return { left: left!, top: top!, width: width!, height: height! }
}
