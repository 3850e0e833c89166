import type { Scan } from '../inspect/steps.ts'
import { createXmlTokenizer, malformedAt, type XmlToken } from './xml-tokens.ts'

/** A name as XML namespaces resolve it (Namespaces in XML 1.0); without a namespace it is ''. */
interface QualifiedName {
  namespace: string
  local: string
}

/** An attribute, its resolved name and its place. */
export interface XmlAttribute extends QualifiedName {
  /** As written: references in it are not resolved. */
  value: string
  /** Where it begins, with the space before it. */
  from: number
  to: number
}

/** An element that begins. */
export interface XmlElement extends QualifiedName {
  /** Without those that declare namespaces. */
  attributes: XmlAttribute[]
  /** Where its start tag begins. */
  from: number
  to: number
}

/** Receives the parts of a document from its front to its back. */
export interface XmlVisitor {
  open(element: XmlElement): void
  /** The end of the last element that is still open. @param to where its end tag ends */
  close(to: number): void
  /** A comment or an instruction such as `<?xpacket …?>`, by its target. The XML declaration is none. */
  aside(aside: { target: string | undefined; from: number; to: number }): void
}

/** Reads a document by its bytes. */
export interface XmlReader {
  /** Stops where the root element ends. @throws {MediaFailure} MALFORMED */
  scan: Scan
  /** Whether it has. */
  readonly isClosed: boolean
}

const maxDepth = 1_000
/** Far more than honest files have, and few enough that a hostile one costs no more than a large one. */
const maxTokens = 1_000_000
const maxName = 1_000
const space = '[\\t\\n\\r ]'
/** Everything beyond ASCII counts as a letter. */
const name = '[A-Za-z_:\\x80-\\uffff][-.\\w:\\x80-\\uffff]*'
const startTag = new RegExp(`<(${name})`, 'y')
const attribute = new RegExp(`${space}+(${name})${space}*=${space}*(?:"([^"]*)"|'([^']*)')`, 'y')
const startTagEnd = new RegExp(`${space}*(/?)>`, 'y')
const endTag = new RegExp(`^</(${name})${space}*>$`)
const instructionTarget = new RegExp(`^<\\?(${name})`)
const declaredEncoding = /\sencoding\s*=\s*["']([^"']*)/
const readEncodings = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])
/** The names in the present tag; one set is reused, because there are so many tags. */
const namesInTag = new Set<string>()
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'

interface OpenElement {
  name: string
  /** The prefixes that it declares. */
  declared: string[]
}

/**
 * Reads the elements of an XML document: that they are nested and closed, that names resolve, and that nothing is
 * outside of the root. References (`&…;`) are not looked at.
 */
export function createXmlReader(visitor: XmlVisitor): XmlReader {
  const open: OpenElement[] = []
  const namespaces = new Map<string, string[]>([
    ['', ['']],
    ['xml', [xmlNamespace]],
  ])
  let tokens = 0
  let hasDoctype = false
  let isClosed = false

  function resolve(name: string, at: number): QualifiedName {
    const colon = name.indexOf(':')
    const namespace = namespaces.get(colon === -1 ? '' : name.slice(0, colon))?.at(-1)
    if (namespace === undefined) throw malformedAt(at, 'A prefix stands for no namespace')
    return { namespace, local: name.slice(colon + 1) }
  }

  function resolveAttribute({ name, value, from, to }: WrittenAttribute, at: number): XmlAttribute {
    if (!name.includes(':')) return { namespace: '', local: name, value, from, to }
    const { namespace, local } = resolve(name, at)
    return { namespace, local, value, from, to }
  }

  function openElement(token: XmlToken): void {
    const parsed = parseStartTag(token)
    if (open.length === maxDepth)
      throw malformedAt(token.to, `Elements are nested more than ${maxDepth} deep`)
    open.push({ name: parsed.name, declared: parsed.declarations.map(declare) })
    const { from, to } = token
    const attributes = parsed.attributes.map((written) => resolveAttribute(written, from))
    const { namespace, local } = resolve(parsed.name, from)
    visitor.open({ namespace, local, attributes, from, to })
    if (parsed.isEmpty) closeElement(to)
  }

  /** @returns the prefix that it declares, '' for names without a prefix */
  function declare({ name, value }: WrittenAttribute): string {
    const prefix = name.slice('xmlns:'.length)
    const stack = namespaces.get(prefix)
    if (stack === undefined) namespaces.set(prefix, [value])
    else stack.push(value)
    return prefix
  }

  function closeElement(to: number): void {
    for (const prefix of open.pop()?.declared ?? []) namespaces.get(prefix)?.pop()
    visitor.close(to)
    isClosed = open.length === 0
  }

  function readTag(token: XmlToken): void {
    if (token.text[1] === '/') {
      const closed = endTag.exec(token.text)?.[1]
      if (closed === undefined || closed !== open.at(-1)?.name) {
        throw malformedAt(token.from, 'An end tag closes another element than the last')
      }
      closeElement(token.to)
    } else openElement(token)
  }

  function readInstruction(token: XmlToken): void {
    const { text, from, to } = token
    const target = instructionTarget.exec(text)?.[1]
    if (target === undefined) throw malformedAt(from, 'An instruction has no name')
    if (target === 'xml') checkDeclaration(token)
    else visitor.aside({ target, from, to })
  }

  function read(token: XmlToken): boolean {
    const { kind, from, to } = token
    if (++tokens > maxTokens) throw malformedAt(from, 'The file is cut into too many small parts')
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

interface WrittenAttribute {
  name: string
  value: string
  from: number
  to: number
}

interface StartTag {
  name: string
  attributes: WrittenAttribute[]
  /** Those that declare namespaces. */
  declarations: WrittenAttribute[]
  isEmpty: boolean
}

function parseStartTag({ text, from }: XmlToken): StartTag {
  startTag.lastIndex = 0
  const name = startTag.exec(text)?.[1]
  if (name === undefined || name.length > maxName) throw malformedAt(from, 'A tag has no proper name')
  const attributes: WrittenAttribute[] = []
  const declarations: WrittenAttribute[] = []
  namesInTag.clear()
  let at = startTag.lastIndex
  for (;;) {
    attribute.lastIndex = at
    const found = attribute.exec(text)
    if (found === null) break
    const name = found[1]!
    if (namesInTag.has(name)) throw malformedAt(from + at, 'A tag has an attribute twice')
    namesInTag.add(name)
    const to = at + found[0].length
    const isDeclaration = name.startsWith('xmlns') && (name.length === 5 || name[5] === ':')
    const list = isDeclaration ? declarations : attributes
    list.push({ name, value: found[2] ?? found[3] ?? '', from: from + at, to: from + to })
    at = to
  }
  startTagEnd.lastIndex = at
  const end = startTagEnd.exec(text)
  if (end === null || startTagEnd.lastIndex !== text.length) {
    throw malformedAt(from + at, 'A tag is not written as XML wants it')
  }
  return { name, attributes, declarations, isEmpty: end[1] === '/' }
}

function checkDeclaration({ text, from, isFirst }: XmlToken): void {
  if (!isFirst) throw malformedAt(from, 'The XML declaration is not at the front')
  const encoding = declaredEncoding.exec(text)?.[1]
  if (encoding !== undefined && !readEncodings.has(encoding.toLowerCase())) {
    throw malformedAt(from, 'Its encoding is not UTF-8')
  }
}
