import { MediaFailure } from '../failure.ts'
import type { Scan } from '../inspect/steps.ts'

/**
 * A piece of an XML document and its position. `tag` is a start, end or empty tag, `data` a CDATA section, `text`
 * everything between two other pieces; text of only spaces is skipped. A document has many tokens, so it reuses one
 * object for all.
 */
export interface XmlToken {
  kind: 'tag' | 'comment' | 'instruction' | 'data' | 'doctype' | 'text'
  /** For a tag, all of it and further bytes; for an instruction, its start; otherwise meaningless. */
  bytes: Uint8Array
  /** The bytes as one character each, so that text positions are file positions. Each call decodes them again. */
  text(): string
  from: number
  to: number
  /** Whether only a byte order mark, or nothing, precedes it. */
  isFirst: boolean
}

const maxTag = 1_048_576
const maxBeginning = 256

const code = { lessThan: 0x3c, greaterThan: 0x3e, bracket: 0x5b, doubleQuote: 0x22, singleQuote: 0x27 }
const [exclamation, question] = [0x21, 0x3f]
/** The last bytes of a comment, a CDATA section and an instruction, and the minimum length of each. */
const endOf = {
  comment: { mask: 0xffffff, bytes: 0x2d2d3e, shortest: '<!---->'.length },
  data: { mask: 0xffffff, bytes: 0x5d5d3e, shortest: '<![CDATA[]]>'.length },
  instruction: { mask: 0xffff, bytes: 0x3f3e, shortest: '<??>'.length },
} as const
const beginnings = [
  ['<!--', 'comment'],
  ['<![CDATA[', 'data'],
  ['<!DOCTYPE', 'doctype'],
] as const

const byteOrderMark = [0xef, 0xbb, 0xbf]

/** Decodes each byte as one character. */
const singleBytes = new TextDecoder('latin1')

/**
 * Splits an XML document in UTF-8 (Extensible Markup Language 1.0, fifth edition) into tokens. The scan stops when
 * `onToken` returns true. Memory is limited by the longest tag, at most 1 MiB. Refuses a document that declares
 * entities, because these could expand to any size.
 * @throws {MediaFailure} MALFORMED from the scan
 */
export function createXmlTokenizer(onToken: (token: XmlToken) => boolean): Scan {
  const isUtf8 = createUtf8Check()
  let held = new Uint8Array(1024)
  let offset = 0
  let documentStart = 0
  let from = 0
  let kind: XmlToken['kind'] | 'undecided' = 'text'
  let isBlank = true
  let quote = 0
  let lastBytes = 0
  let textBytes = 0
  const token: XmlToken = {
    kind: 'text',
    bytes: held,
    text: () => singleBytes.decode(held.subarray(0, textBytes)),
    from: 0,
    to: 0,
    isFirst: false,
  }

  function tell(told: XmlToken['kind'], to: number): boolean {
    token.kind = told
    token.bytes = held
    token.from = from
    token.to = to
    token.isFirst = told !== 'text' && from === documentStart
    return onToken(token)
  }

  function begin(next: typeof kind, at: number): void {
    kind = next
    from = at
    isBlank = true
  }

  function passesByteOrderMark(byte: number): boolean {
    if (offset > byteOrderMark.length || byte !== byteOrderMark[offset - 1]) return false
    if (offset === byteOrderMark.length) documentStart = offset
    return true
  }

  function hold(byte: number): void {
    const length = offset - from
    if (kind !== 'tag' && length > maxBeginning) return
    if (length > maxTag) throw malformedAt(offset, 'A tag is longer than 1 MiB')
    if (length > held.length) {
      const longer = new Uint8Array(held.length * 2)
      longer.set(held)
      held = longer
    }
    held[length - 1] = byte
  }

  /** Decides the kind of a token that begins with `<!`, which takes some further bytes. */
  function decide(byte: number): void {
    if (held[1] === question) kind = 'instruction'
    else if (held[1] !== exclamation) {
      kind = 'tag'
      if (byte === code.greaterThan) throw malformedAt(offset, 'A tag is empty')
    } else {
      const beginning = singleBytes.decode(held.subarray(0, offset - from))
      const known = beginnings.find(([text]) => text.startsWith(beginning))
      if (known === undefined) throw malformedAt(offset, 'A declaration is of no known kind')
      if (known[0] === beginning) kind = known[1]
    }
  }

  /** Whether the byte ends its tag or declaration; quotes may contain a `>`. */
  function endsTag(byte: number): boolean {
    if (byte === code.lessThan && kind === 'tag') throw malformedAt(offset, 'A tag holds another one')
    if (quote !== 0) {
      if (byte === quote) quote = 0
      return false
    }
    if (byte === code.doubleQuote || byte === code.singleQuote) quote = byte
    else if (byte === code.bracket && kind === 'doctype') {
      throw malformedAt(offset, 'It declares entities of its own')
    }
    return byte === code.greaterThan
  }

  function endsWith({ mask, bytes, shortest }: (typeof endOf)[keyof typeof endOf]): boolean {
    return (lastBytes & mask) === bytes && offset - from >= shortest
  }

  function endMarkup(ended: XmlToken['kind']): boolean {
    textBytes = Math.min(offset - from, ended === 'tag' ? maxTag : maxBeginning)
    const isLast = tell(ended, offset)
    begin('text', offset)
    return isLast
  }

  /** Returns whether the byte was the last of the last token. */
  function take(byte: number): boolean {
    lastBytes = (lastBytes << 8) | byte
    if (kind === 'text') {
      if (byte !== code.lessThan) {
        isBlank &&= isSpace(byte) || passesByteOrderMark(byte)
        return false
      }
      const isLast = !isBlank && tell(kind, offset - 1)
      begin('undecided', offset - 1)
      hold(byte)
      return isLast
    }
    hold(byte)
    if (kind === 'undecided') decide(byte)
    else if (kind === 'tag' || kind === 'doctype' ? endsTag(byte) : endsWith(endOf[kind]))
      return endMarkup(kind)
    return false
  }

  return (chunk, start) => {
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at]!
      offset++
      if (!isUtf8(byte) || (byte < 0x20 && !isSpace(byte)))
        throw malformedAt(offset, 'It is no text in UTF-8')
      if (take(byte)) return at + 1
    }
    return -1
  }
}

/** The MALFORMED failure at an offset. */
export function malformedAt(offset: number, reason: string): MediaFailure {
  return new MediaFailure('MALFORMED', reason, offset)
}

/** The MALFORMED failure of a file with too many parts. */
export function tooManyParts(at: number): MediaFailure {
  return malformedAt(at, 'The file is cut into too many small parts')
}

/** Whether a byte is white space in XML. */
export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

/**
 * Creates a check whether the bytes so far can be UTF-8 (RFC 3629, section 4: no overlong form, no surrogate, nothing
 * above U+10FFFF). It does not notice a text that ends within a character.
 */
function createUtf8Check(): (byte: number) => boolean {
  let following = 0
  let lowest = 0x80
  let highest = 0xbf

  function begins(byte: number): boolean {
    if (byte < 0x80) return true
    if (byte < 0xc2 || byte > 0xf4) return false
    following = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3
    if (byte === 0xe0) lowest = 0xa0
    else if (byte === 0xed) highest = 0x9f
    else if (byte === 0xf0) lowest = 0x90
    else if (byte === 0xf4) highest = 0x8f
    return true
  }

  return (byte) => {
    if (following === 0) return begins(byte)
    const fits = byte >= lowest && byte <= highest
    lowest = 0x80
    highest = 0xbf
    following--
    return fits
  }
}
