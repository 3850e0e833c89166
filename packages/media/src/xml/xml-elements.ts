import type { Scan } from '../inspect/steps.ts'
import { createStartTagReader, type StartTag, type WrittenAttribute } from './start-tag.ts'
import { isEndOf, type XmlName } from './xml-names.ts'
import { createXmlTokenizer, malformedAt, tooManyParts, type XmlToken } from './xml-tokens.ts'

/** A name as XML namespaces resolve it (Namespaces in XML 1.0); '' is no namespace. */
interface QualifiedName {
  namespace: string
  local: string
}

/** An attribute with its resolved name. A document reuses one object for all, so read it at once. */
export interface XmlAttribute extends QualifiedName, Omit<WrittenAttribute, 'name'> {}

/** The start of an element. A document reuses one object for all, so read it at once. */
export interface XmlElement extends QualifiedName {
  /** Visits the attributes that do not declare namespaces. */
  forEachAttribute(visit: (attribute: XmlAttribute) => void): void
  /** Start of its start tag. */
  from: number
  to: number
}

/** Receives the parts of a document in order. */
interface XmlVisitor {
  open(element: XmlElement): void
  /** Closes the innermost open element. @param to end of its end tag */
  close(to: number): void
  /** Receives a comment, or the target of an instruction such as `<?xpacket …?>`. The XML declaration is neither. */
  aside(aside: { target: string | undefined; from: number; to: number }): void
}

/** Reads a document by its bytes. */
interface XmlReader {
  /** Stops at the end of the root element. @throws {MediaFailure} MALFORMED */
  scan: Scan
  /** Whether the root element has ended. */
  readonly isClosed: boolean
}

const maxDepth = 1_000
/**
 * Limit of elements, comments, instructions and so on. Renderers refused more elements for years: only plots of raw
 * data have so many. A hostile file with so many costs no more than a large one.
 */
const maxPieces = 200_000
const slash = 0x2f
/** Every character beyond ASCII counts as a letter. */
const name = '[A-Za-z_:\\x80-\\uffff][-.\\w:\\x80-\\uffff]*'
const instructionTarget = new RegExp(`^<\\?(${name})`)
const declaredEncoding = /\sencoding\s*=\s*["']([^"']*)/
const readEncodings = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'

/**
 * Reads the elements of an XML document. Requires that they are nested and closed, that names resolve, and that
 * nothing is outside of the root. Ignores references (`&…;`).
 */
export function createXmlReader(visitor: XmlVisitor): XmlReader {
  const open: string[] = []
  /** The prefixes that open elements declare, and their number before each element. */
  const declared: string[] = []
  const declaredBefore: number[] = []
  const readStartTag = createStartTagReader()
  let tag: StartTag
  let visitAttribute: (attribute: XmlAttribute) => void = look
  const attribute: XmlAttribute = { namespace: '', local: '', from: 0, to: 0, value: () => '' }
  const element: XmlElement = {
    namespace: '',
    local: '',
    from: 0,
    to: 0,
    forEachAttribute(visit) {
      visitAttribute = visit
      tag.forEach(resolve)
    },
  }
  const namespaces = new Map<string, string[]>([
    ['', ['']],
    ['xml', [xmlNamespace]],
  ])
  let pieces = 0
  let hasDoctype = false
  let isClosed = false

  /** @param ofPlain the namespace of a name without a prefix; the default namespace if missing */
  function namespaceOf({ prefix }: XmlName, at: number, ofPlain?: string): string {
    if (prefix === '' && ofPlain !== undefined) return ofPlain
    const namespace = namespaces.get(prefix)?.at(-1)
    if (namespace === undefined) throw malformedAt(at, 'A prefix stands for no namespace')
    return namespace
  }

  function openElement(token: XmlToken): void {
    const { from, to } = token
    tag = readStartTag(token)
    const { name, isEmpty } = tag
    if (open.length === maxDepth) throw malformedAt(to, `Elements are nested more than ${maxDepth} deep`)
    open.push(name.written)
    declaredBefore.push(declared.length)
    tag.forEach(declare)
    element.from = from
    element.forEachAttribute(look)
    element.namespace = namespaceOf(name, from)
    element.local = name.local
    element.to = to
    visitor.open(element)
    if (isEmpty) closeElement(to)
  }

  function declare(written: WrittenAttribute): void {
    if (!isDeclaration(written)) return
    const { prefix, local } = written.name
    const declares = prefix === '' ? '' : local
    declared.push(declares)
    const stack = namespaces.get(declares)
    if (stack === undefined) namespaces.set(declares, [written.value()])
    else stack.push(written.value())
  }

  function resolve(written: WrittenAttribute): void {
    if (isDeclaration(written)) return
    attribute.namespace = namespaceOf(written.name, element.from, '')
    attribute.local = written.name.local
    attribute.from = written.from
    attribute.to = written.to
    attribute.value = written.value
    visitAttribute(attribute)
  }

  function closeElement(to: number): void {
    open.pop()
    const before = declaredBefore.pop() ?? 0
    while (declared.length > before) namespaces.get(declared.pop()!)?.pop()
    visitor.close(to)
    isClosed = open.length === 0
  }

  function readTag(token: XmlToken): void {
    if (token.bytes[1] !== slash) openElement(token)
    else {
      const last = open.at(-1)
      if (last === undefined || !isEndOf(last, token.bytes)) {
        throw malformedAt(token.from, 'An end tag closes another element than the last')
      }
      closeElement(token.to)
    }
  }

  function readInstruction(token: XmlToken): void {
    const { from, to } = token
    const target = instructionTarget.exec(token.text())?.[1]
    if (target === undefined) throw malformedAt(from, 'An instruction has no name')
    if (target === 'xml') checkDeclaration(token)
    else visitor.aside({ target, from, to })
  }

  function read(token: XmlToken): boolean {
    const { kind, from, to } = token
    if (!isFurther(token) && ++pieces > maxPieces) throw tooManyParts(from)
    if (kind === 'tag') readTag(token)
    else if (kind === 'comment') visitor.aside({ target: undefined, from, to })
    else if (kind === 'instruction') readInstruction(token)
    else if (kind === 'doctype') {
      if (hasDoctype || open.length > 0) throw malformedAt(from, 'A document type is declared too late')
      hasDoctype = true
    } else if (open.length === 0) throw malformedAt(from, 'Text stands before the first element')
    return isClosed
  }

  return {
    scan: createXmlTokenizer(read),
    get isClosed() {
      return isClosed
    },
  }
}

/** Visits attributes so that their names resolve, even if the visitor ignores them. */
function look(): void {}

/** Whether the attribute declares a namespace. */
function isDeclaration({ name: { prefix, local } }: WrittenAttribute): boolean {
  return prefix === 'xmlns' || (prefix === '' && local === 'xmlns')
}

/** Whether a token is no new piece: an end tag, or text, of which there is one between two pieces. */
function isFurther({ kind, bytes }: XmlToken): boolean {
  return kind === 'text' || (kind === 'tag' && bytes[1] === slash)
}

function checkDeclaration(token: XmlToken): void {
  const { from, isFirst } = token
  if (!isFirst) throw malformedAt(from, 'The XML declaration is not at the front')
  const encoding = declaredEncoding.exec(token.text())?.[1]
  if (encoding !== undefined && !readEncodings.has(encoding.toLowerCase())) {
    throw malformedAt(from, 'Its encoding is not UTF-8')
  }
}
