import { afterSpaces, createNameReader, maxName, nameEnd, type XmlName } from './xml-names.ts'
import { malformedAt, tooManyParts, type XmlToken } from './xml-tokens.ts'

/** An attribute, verbatim. A tag reuses one object for all, so read it at once. */
export interface WrittenAttribute {
  name: XmlName
  /** Start of the attribute, including the space before it. */
  from: number
  to: number
  /** The value verbatim, with unresolved references. @param most limit of its bytes */
  value(most?: number): string
}

/** A start tag, or an empty one. A document reuses one object for all. */
export interface StartTag {
  readonly name: XmlName
  readonly isEmpty: boolean
  /** Visits the attributes in order, and decodes only the parts that the visitor reads. */
  forEach(visit: (attribute: WrittenAttribute) => void): void
}

/** SVG 2 names some 200 attributes. */
const maxAttributes = 1_000
const code = { slash: 0x2f, greaterThan: 0x3e, equals: 0x3d, doubleQuote: 0x22, singleQuote: 0x27 }
const singleBytes = new TextDecoder('latin1')

/**
 * Creates a reader of start tags by their bytes. A file may have millions of attributes, so the reader only stores
 * the positions of those in the present tag.
 * @throws {MediaFailure} MALFORMED from it
 */
export function createStartTagReader(): (token: XmlToken) => StartTag {
  const known = createNameReader()
  const names: XmlName[] = []
  /** For each attribute, within the tag: start and end of it and of its value. */
  const places = new Int32Array(4 * maxAttributes)
  let tags = 0
  let bytes: Uint8Array = new Uint8Array()
  let tagFrom = 0
  let count = 0
  const value = { from: 0, to: 0 }
  const attribute: WrittenAttribute = {
    name: { written: '', prefix: '', local: '', inTag: 0, next: undefined },
    from: 0,
    to: 0,
    value: (most = value.to) =>
      singleBytes.decode(bytes.subarray(value.from, Math.min(value.to, value.from + most))),
  }
  const tag = {
    name: attribute.name,
    isEmpty: false,
    forEach(visit: (attribute: WrittenAttribute) => void) {
      for (let index = 0; index < count; index++) {
        const place = 4 * index
        attribute.name = names[index]!
        attribute.from = tagFrom + places[place]!
        attribute.to = tagFrom + places[place + 1]!
        value.from = places[place + 2]!
        value.to = places[place + 3]!
        visit(attribute)
      }
    },
  }

  /** @returns the end of the attribute after the spaces; `undefined` for none */
  function readAttribute(from: number, nameFrom: number, nameTo: number, length: number): number | undefined {
    if (nameFrom === from || nameTo - nameFrom > maxName) return undefined
    const equals = afterSpaces(bytes, nameTo)
    if (bytes[equals] !== code.equals) return undefined
    const valueFrom = afterSpaces(bytes, equals + 1) + 1
    const quote = bytes[valueFrom - 1]!
    if (quote !== code.doubleQuote && quote !== code.singleQuote) return undefined
    const valueTo = bytes.indexOf(quote, valueFrom)
    if (valueTo === -1 || valueTo >= length) return undefined
    const name = known.read(bytes, nameFrom, nameTo)
    if (name.inTag === tags) throw malformedAt(tagFrom + from, 'A tag has an attribute twice')
    if (count === maxAttributes) throw tooManyParts(tagFrom + from)
    name.inTag = tags
    names[count] = name
    const place = 4 * count++
    places[place] = from
    places[place + 1] = valueTo + 1
    places[place + 2] = valueFrom
    places[place + 3] = valueTo
    return valueTo + 1
  }

  return (token) => {
    bytes = token.bytes
    tagFrom = token.from
    const length = token.to - token.from
    const nameTo = nameEnd(bytes, 1)
    if (nameTo === 1 || nameTo > 1 + maxName) throw malformedAt(tagFrom, 'A tag has no proper name')
    known.forgetMany()
    tag.name = known.read(bytes, 1, nameTo)
    tags++
    count = 0
    for (let at = nameTo; ; ) {
      const next = afterSpaces(bytes, at)
      const end = nameEnd(bytes, next)
      if (end === next) {
        tag.isEmpty = bytes[next] === code.slash
        const last = tag.isEmpty ? next + 1 : next
        if (bytes[last] === code.greaterThan && last === length - 1) return tag
      }
      const after = end === next ? undefined : readAttribute(at, next, end, length)
      if (after === undefined) throw malformedAt(tagFrom + at, 'A tag is not written as XML wants it')
      at = after
    }
  }
}
