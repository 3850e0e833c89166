import { MediaFailure } from '../failure.ts'
import { createXmlReader, type XmlElement } from '../xml/xml-elements.ts'
import { type GainMapParameters, parseParameters, type WrittenValue } from './parameters.ts'

/** Notes on a gain map in the XMP of a picture. */
export interface GainMapXmp {
  /** In a gain map: its parameters. */
  parameters: GainMapParameters | undefined
  /** In the main picture: the gain map's offset after this picture's end, and its length. */
  location: { offset: number; length: number } | undefined
}

/** Namespaces of Ultra HDR image format 1.1 and of RDF. */
export const xmpNamespace = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  gainMap: 'http://ns.adobe.com/hdr-gain-map/1.0/',
  container: 'http://ns.google.com/photos/1.0/container/',
  item: 'http://ns.google.com/photos/1.0/container/item/',
} as const

const readVersion = '1.0'
const wholeNumber = /^\d{1,10}$/
/** Decodes each byte as one character, so that text positions are byte positions. */
const singleBytes = new TextDecoder('latin1')

type Item = Map<string, string>

/**
 * Reads notes on a gain map from a UTF-8 packet of XMP. Returns `undefined` if the packet announces none in the known
 * version (`hdrgm:Version`), repeats a value or is unreadable. It does not resolve references, so that they can hide
 * no number and no name.
 */
export function readGainMapXmp(packet: Uint8Array): GainMapXmp | undefined {
  const text = singleBytes.decode(packet)
  if (!text.includes(xmpNamespace.gainMap)) return undefined
  const properties = createProperties(text)
  const document = createXmlReader(properties)
  try {
    document.scan(packet, 0)
  } catch (error) {
    if (error instanceof MediaFailure) return undefined
    throw error
  }
  const { gainMap, items, isAmbiguous } = properties
  const version = gainMap.get('Version')
  if (!document.isClosed || isAmbiguous || version?.isList || version?.texts[0] !== readVersion)
    return undefined
  return { parameters: parseParameters(gainMap), location: locate(items) }
}

/** Locates the gain map. The directory's items follow each other in the file; the first is the picture itself. */
function locate([primary, ...further]: Item[]): GainMapXmp['location'] {
  if (primary?.get('Semantic') !== 'Primary' || !isJpeg(primary)) return undefined
  let offset = numberOf(primary.get('Padding') ?? '0')
  for (const item of further) {
    const length = numberOf(item.get('Length') ?? '')
    if (item.get('Semantic') === 'GainMap') {
      return isJpeg(item) && Number.isFinite(offset + length) ? { offset, length } : undefined
    }
    offset += length
  }
  return undefined
}

function isJpeg(item: Item): boolean {
  return item.get('Mime') === 'image/jpeg'
}

function numberOf(text: string): number {
  return wholeNumber.test(text) ? Number(text) : Number.NaN
}

interface OpenElement extends Omit<XmlElement, 'forEachAttribute'> {
  isLeaf: boolean
}

/** Collects the gain map properties and the items of the container's directory from a document. */
function createProperties(text: string) {
  const path: OpenElement[] = []
  const gainMap = new Map<string, WrittenValue>()
  const items: Item[] = []
  let listed: string[] = []
  let openDirectories = 0
  let isAmbiguous = false

  function isAt(fromEnd: number, namespace: string, local: string): boolean {
    const element = path.at(-fromEnd)
    return element?.namespace === namespace && element.local === local
  }

  function isDirectory(): boolean {
    return isAt(1, xmpNamespace.container, 'Directory')
  }

  function set<Value>(values: Map<string, Value>, name: string, value: Value): void {
    isAmbiguous ||= values.has(name)
    values.set(name, value)
  }

  function isInItem(): boolean {
    return items.length > 0 && openDirectories > 0
  }

  /** The text of an element that contains only text. Its end tag, or empty tag, ends at `to`. */
  function textOf(element: OpenElement, to: number): string {
    return text.slice(element.to, text.lastIndexOf('<', to - 1)).trim()
  }

  return {
    gainMap,
    items,
    get isAmbiguous() {
      return isAmbiguous
    },
    open(element: XmlElement) {
      const parent = path.at(-1)
      if (parent) parent.isLeaf = false
      path.push({ ...element, isLeaf: true })
      if (isDirectory()) openDirectories++
      const isDescription = isAt(1, xmpNamespace.rdf, 'Description') && isAt(2, xmpNamespace.rdf, 'RDF')
      const isEntry = isAt(1, xmpNamespace.rdf, 'li') && isAt(3, xmpNamespace.container, 'Directory')
      if (isEntry) items.push(new Map())
      element.forEachAttribute(({ namespace, local, value }) => {
        if (isDescription && namespace === xmpNamespace.gainMap) {
          set(gainMap, local, { texts: [value().trim()], isList: false })
        } else if (namespace === xmpNamespace.item && isInItem()) set(items.at(-1)!, local, value().trim())
      })
    },
    close(to: number) {
      const element = path.at(-1)!
      const { namespace, local, isLeaf } = element
      const isProperty = isAt(2, xmpNamespace.rdf, 'Description') && isAt(3, xmpNamespace.rdf, 'RDF')
      if (namespace === xmpNamespace.gainMap && isProperty) {
        set(
          gainMap,
          local,
          isLeaf ? { texts: [textOf(element, to)], isList: false } : { texts: listed, isList: true },
        )
        listed = []
      } else if (isAt(1, xmpNamespace.rdf, 'li') && path.at(-3)?.namespace === xmpNamespace.gainMap) {
        listed.push(isLeaf ? textOf(element, to) : '')
      } else if (namespace === xmpNamespace.item && isLeaf && isInItem()) {
        set(items.at(-1)!, local, textOf(element, to))
      }
      if (isDirectory()) openDirectories--
      path.pop()
    },
    aside() {},
  }
}
