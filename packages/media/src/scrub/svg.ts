import { MediaFailure } from '../failure.ts'
import { svgNamespace } from '../inspect/svg.ts'
import { createXmlReader, type XmlElement } from '../svg/xml-elements.ts'
import { mentionsPlace } from './place.ts'
import type { RemovedKind } from './plan.ts'
import type { Reading } from './reading.ts'
import type { Scrubbing } from './scrub.ts'

/** Attributes in these belong to the picture; those in any other are notes of the program that wrote it. */
const pictureNamespaces = new Set([
  '',
  svgNamespace,
  'http://www.w3.org/1999/xlink',
  'http://www.w3.org/XML/1998/namespace',
])
const styleSheet = 'xml-stylesheet'
const windowBytes = 65_536
/** Each takes memory until the file is written. Drawing programs leave a few with each shape. */
const mostRemovals = 200_000

/** Something that may be removed. */
interface Note {
  kind: RemovedKind
  from: number
  to: number
}

/**
 * Removes from an SVG what nothing draws: comments, `metadata` elements, instructions of programs, and the elements
 * and attributes of drawing programs, which are in namespaces of their own. What stands in a `foreignObject` is
 * drawn, whatever its namespace.
 */
export function* scrubSvg({ source, edits, mode, end }: Scrubbing): Reading<void> {
  const notes = createNotes()
  let removals = 0
  for (let at = 0; at < end; at += windowBytes) {
    notes.read(source.read(at, Math.min(windowBytes, end - at)))
    for (const { kind, from, to } of notes.take()) {
      if (mode === 'location' && !(yield* mentionsPlace(source, from, to))) continue
      if (++removals > mostRemovals) {
        throw new MediaFailure('MALFORMED', `It has more than ${mostRemovals} pieces of metadata`, from)
      }
      edits.remove(kind, from, to)
    }
    yield
  }
}

/** Collects what may be removed, from the front of the file to its back, no piece within another one. */
function createNotes(): { read(chunk: Uint8Array): void; take(): Note[] } {
  let notes: Note[] = []
  let depth = 0
  /** The element that is a note itself, with all that is in it. */
  let removed: (Note & { depth: number }) | undefined
  /** How deep the outermost `foreignObject` is, where there is one. */
  let foreignDepth = Number.POSITIVE_INFINITY

  function open(element: XmlElement): void {
    depth++
    if (removed !== undefined || depth > foreignDepth) return
    const kind = kindOfElement(element)
    if (kind !== undefined) removed = { kind, from: element.from, to: element.to, depth }
    else {
      for (const { namespace, from, to } of element.attributes) {
        if (!pictureNamespaces.has(namespace)) notes.push({ kind: 'application', from, to })
      }
      if (element.local === 'foreignObject') foreignDepth = depth
    }
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
