import { MediaFailure } from '../failure.ts'
import { createXmlReader, type XmlElement } from '../xml/xml-elements.ts'
import { isSpace } from '../xml/xml-tokens.ts'
import { foundSize, malformed, type ReadState, type Scan, type Steps, scanToEnd } from './steps.ts'
import { svgSize } from './svg-size.ts'

/** The namespace of SVG's elements. */
export const svgNamespace = 'http://www.w3.org/2000/svg'

/** Drawn with transparency, whatever it shows. */
const drawnBits = 32

/**
 * Reads SVG (SVG 2) in UTF-8: an XML document whose root is an `svg` element. It is complete when all its elements are
 * closed; space after that belongs to it. Its size is in CSS pixels. Animations are not looked at, so it has one frame.
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

function readRoot(file: ReadState, { namespace, local, attributes }: XmlElement): void {
  if (local !== 'svg' || (namespace !== svgNamespace && namespace !== '')) {
    throw unknown(file, `An XML document of kind ${JSON.stringify(local)}, not SVG`)
  }
  const { findings } = file
  findings.type = 'image/svg+xml'
  if (namespace === '') throw malformed(file, `The svg element lacks xmlns="${svgNamespace}"`)
  const written = (name: string) =>
    attributes.find((each) => each.namespace === '' && each.local === name)?.value
  const { width, height } = svgSize({
    width: written('width'),
    height: written('height'),
    viewBox: written('viewBox'),
  })
  findings.frames = 1
  findings.bitsPerPixel = drawnBits
  foundSize(file, width, height)
}

function unknown(file: ReadState, reason: string): MediaFailure {
  return new MediaFailure('UNKNOWN_TYPE', reason, file.offset)
}
