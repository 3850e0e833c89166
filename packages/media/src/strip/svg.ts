import { MediaFailure } from '../failure.ts'
import { svgNamespace } from '../inspect/svg.ts'
import { createXmlReader, type XmlAttribute, type XmlElement } from '../xml/xml-elements.ts'
import { mentionsPlace } from './location-tags.ts'
import type { RemovedKind } from './plan.ts'
import type { Reading } from './reading.ts'
import type { Stripping } from './stripping.ts'
import { mayEmbed, stripEmbedded } from './svg-embedded.ts'

/** Namespaces of attributes that belong to the picture. Others are notes of the program that wrote it. */
const pictureNamespaces = new Set([
  '',
  svgNamespace,
  'http://www.w3.org/1999/xlink',
  'http://www.w3.org/XML/1998/namespace',
])
const styleSheet = 'xml-stylesheet'
const windowBytes = 65_536
/** Each takes memory until the file is written. Drawing programs leave a few per shape. */
const maxRemovals = 200_000
/** Limit of rewritten embedded pictures, which stay in memory until the file is written. */
const maxEmbeddedBytes = 4 * 1024 * 1024

/** Each is read separately. Maps and drawings refer to one copy of a repeated picture. */
const maxEmbedded = 2_000

/** An attribute that embeds a picture. */
interface Embedding {
  value: string
  from: number
  to: number
}

/** A part that may be removed. */
interface Note {
  kind: RemovedKind
  from: number
  to: number
}

/**
 * Removes invisible parts from an SVG: comments, `metadata` elements, processing instructions, and the elements and
 * attributes of drawing programs, which have their own namespaces. The content of a `foreignObject` is visible in any
 * namespace. Pictures embedded as base64 lose their own metadata.
 */
export function* stripSvg({ source, edits, mode, end, stripFile }: Stripping): Reading<void> {
  const notes = createNotes()
  let removals = 0
  let embedded = 0
  let embeddedBytes = 0
  for (let at = 0; at < end; at += windowBytes) {
    notes.read(source.read(at, Math.min(windowBytes, end - at)))
    for (const note of notes.take()) {
      if ('value' in note) yield* stripValue(note)
      else if (mode === 'strip' || (yield* mentionsPlace(source, note.from, note.to))) remove(note)
    }
    yield
  }

  function remove({ kind, from, to }: Note): void {
    if (++removals > maxRemovals) {
      throw new MediaFailure('MALFORMED', `It has more than ${maxRemovals} pieces of metadata`, from)
    }
    edits.remove(kind, from, to)
  }

  function* stripValue(attribute: Embedding): Reading<void> {
    if (++embedded > maxEmbedded) {
      throw new MediaFailure('MALFORMED', `It has more than ${maxEmbedded} pictures in it`, attribute.from)
    }
    const stripped = yield* stripEmbedded(attribute, stripFile)
    if (stripped === undefined) return
    const { from, to, bytes, removed } = stripped
    embeddedBytes += bytes.length
    if (embeddedBytes > maxEmbeddedBytes) {
      throw new MediaFailure('MALFORMED', 'More than 4 MiB of its pictures have metadata', from)
    }
    edits.replace(from, to, bytes)
    edits.report(...removed)
  }
}

/** Collects removable parts, and attributes that may embed a picture, in file order without overlaps. */
function createNotes(): { read(chunk: Uint8Array): void; take(): (Note | Embedding)[] } {
  let notes: (Note | Embedding)[] = []
  let depth = 0
  /** The element that is itself a note, with its content. */
  let removed: (Note & { depth: number }) | undefined
  /** The depth of the outermost open `foreignObject`, or infinity. */
  let foreignDepth = Number.POSITIVE_INFINITY

  function open(element: XmlElement): void {
    depth++
    if (removed !== undefined) return
    const isForeign = depth > foreignDepth
    const kind = isForeign ? undefined : kindOfElement(element)
    if (kind !== undefined) {
      removed = { kind, from: element.from, to: element.to, depth }
      return
    }
    element.forEachAttribute(isForeign ? findEmbedded : findNote)
    if (!isForeign && element.local === 'foreignObject') foreignDepth = depth
  }

  function findNote(attribute: XmlAttribute): void {
    const { namespace, from, to } = attribute
    if (pictureNamespaces.has(namespace)) findEmbedded(attribute)
    else notes.push({ kind: 'application', from, to })
  }

  function findEmbedded(attribute: XmlAttribute): void {
    const { from, to } = attribute
    if (mayEmbed(attribute)) notes.push({ value: attribute.value(), from, to })
  }

  function close(to: number): void {
    if (removed?.depth === depth) {
      notes.push({ kind: removed.kind, from: removed.from, to })
      removed = undefined
    }
    if (foreignDepth === depth) foreignDepth = Number.POSITIVE_INFINITY
    depth--
  }

  const document = createXmlReader({
    open,
    close,
    aside({ target, from, to }) {
      if (removed !== undefined || target === styleSheet) return
      notes.push({ kind: target === undefined ? 'comment' : 'application', from, to })
    },
  })
  return {
    read(chunk) {
      if (!document.isClosed) document.scan(chunk, 0)
    },
    take() {
      const taken = notes
      notes = []
      return taken
    },
  }
}

function kindOfElement({ namespace, local }: XmlElement): RemovedKind | undefined {
  if (namespace !== svgNamespace) return 'application'
  return local === 'metadata' ? 'text' : undefined
}
