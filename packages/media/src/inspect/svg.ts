import { MediaFailure } from '../failure.ts'
import { createXmlReader, type XmlElement } from '../xml/xml-elements.ts'
import { isSpace } from '../xml/xml-tokens.ts'
import { foundSize, malformed, type ReadState, type Scan, type Steps, scanToEnd } from './steps.ts'

/** The namespace of SVG's elements. */
export const svgNamespace = 'http://www.w3.org/2000/svg'

/** Bits per pixel. Browsers always draw an SVG with transparency. */
const drawnBits = 32

/**
 * Reads SVG (SVG 2) in UTF-8: an XML document whose root is an `svg` element. The file is complete if all its
 * elements are closed; space after that belongs to it. The size is in CSS pixels. Animations count as one frame.
 */
export function* readSvg(file: ReadState): Steps {
  const { findings } = file
  const document = createXmlReader({
    open(element) {
      if (findings.type === undefined) readRoot(file, element)
    },
    close() {},
    aside() {},
  })
  yield scanToEnd((chunk, from) => {
    try {
      return document.scan(chunk, from)
    } catch (error) {
      if (findings.type !== undefined || !(error instanceof MediaFailure)) throw error
      throw new MediaFailure('UNKNOWN_TYPE', 'The file is no SVG, nor another image', error.offset)
    }
  })
  if (findings.type === undefined)
    throw unknown(file, 'The file begins like XML, and ends before its first element')
  if (!document.isClosed) return undefined
  const end = file.offset
  let isBlank = true
  const findInk: Scan = (chunk, from) => {
    for (let at = from; at < chunk.length; at++) {
      if (!isSpace(chunk[at]!)) {
        isBlank = false
        return at
      }
    }
    return -1
  }
  yield scanToEnd(findInk)
  return isBlank ? file.offset : end
}

function readRoot(file: ReadState, { namespace, local, forEachAttribute }: XmlElement): void {
  if (local !== 'svg' || (namespace !== svgNamespace && namespace !== '')) {
    throw unknown(file, `An XML document of kind ${JSON.stringify(local)}, not SVG`)
  }
  const { findings } = file
  findings.type = 'image/svg+xml'
  if (namespace === '') throw malformed(file, `The svg element lacks xmlns="${svgNamespace}"`)
  const written: SvgSizeAttributes = { width: undefined, height: undefined, viewBox: undefined }
  forEachAttribute(({ namespace, local, value }) => {
    if (namespace === '' && Object.hasOwn(written, local)) written[local as keyof SvgSizeAttributes] = value()
  })
  const { width, height } = svgSize(written)
  findings.frames = 1
  findings.bitsPerPixel = drawnBits
  foundSize(file, width, height)
}

function unknown(file: ReadState, reason: string): MediaFailure {
  return new MediaFailure('UNKNOWN_TYPE', reason, file.offset)
}

/** The size attributes of an `svg` element, verbatim. */
interface SvgSizeAttributes {
  width: string | undefined
  height: string | undefined
  viewBox: string | undefined
}

/** Matches in at most one way. With two ways, an attribute of 1 MiB could take hours. */
const length = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)\s*(px|pt|pc|mm|cm|in|q)?$/i
/** CSS Values and Units 3, section 6.2. */
const pixelsOf = { px: 1, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, q: 96 / 101.6, pt: 4 / 3, pc: 16 } as const
/** A browser's default size for pictures (CSS Images 3, section 5.2). */
const usual = { width: 300, height: 150 }
/** The largest size of the other formats. */
const maxPixels = 0xffff_ffff

/**
 * The size of an SVG in CSS pixels (SVG 2, section 8.2): `width` and `height` if they are lengths. A missing or
 * relative one follows from the other and the `viewBox`. Whole numbers; 0 only if written.
 */
function svgSize(attributes: SvgSizeAttributes): { width: number; height: number } {
  const width = pixels(attributes.width)
  const height = pixels(attributes.height)
  const box = viewBox(attributes.viewBox) ?? usual
  return {
    width: whole(width ?? (height === undefined ? box.width : (height * box.width) / box.height)),
    height: whole(height ?? (width === undefined ? box.height : (width * box.height) / box.width)),
  }
}

function pixels(text: string | undefined): number | undefined {
  const [, number, unit = 'px'] = length.exec(text?.trim() ?? '') ?? []
  const found = Number(number) * pixelsOf[unit.toLowerCase() as keyof typeof pixelsOf]
  return found >= 0 ? found : undefined
}

function viewBox(text: string | undefined): { width: number; height: number } | undefined {
  const [, , width, height] = (text ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  return width !== undefined && height !== undefined && width > 0 && height > 0
    ? { width, height }
    : undefined
}

function whole(pixels: number): number {
  return pixels === 0 ? 0 : Math.min(Math.max(Math.round(pixels), 1), maxPixels)
}
