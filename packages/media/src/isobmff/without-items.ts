import { subtract } from '../byte-spans.ts'
import type { ByteSpan } from '../facts.ts'
import { charactersOf, fourCC } from '../numbers.ts'
import { type Box, boxesIn, type Region } from './boxes.ts'
import type { ItemDirectory } from './item-directory.ts'

/**
 * The content of a `meta` box without the descriptions, locations, references and properties of items in `gone`. A
 * `free` box pads it to its length, so that nothing in the file moves.
 */
export function withoutItems(region: Region, directory: ItemDirectory, gone: Set<number>): Uint8Array {
  const { bytes } = region
  /** Padding within the locations, if a box of padding does not fit. */
  let locationsPadding = 0
  const associationsOf = Map.groupBy(
    directory.associations.filter(({ id }) => !gone.has(id)),
    ({ boxStart }) => boxStart,
  )
  const rewriters: Record<string, (box: Box) => Uint8Array[]> = {
    iinf: (box) => {
      const kept = directory.infos.filter(({ id }) => !gone.has(id))
      const countLength = bytes[box.body] === 0 ? 2 : 4
      return [boxOf('iinf', [slice(box.body, 4), number(countLength, kept.length), ...kept.map(copyOf)])]
    },
    iloc: (box) => {
      const kept = directory.locations.filter(({ id }) => !gone.has(id))
      const countLength = bytes[box.body]! < 2 ? 2 : 4
      const content = [slice(box.body, 6), number(countLength, kept.length), ...kept.map(copyOf)]
      return [boxOf('iloc', [...content, new Uint8Array(locationsPadding)])]
    },
    iref: (box) => {
      const idLength = bytes[box.body] === 0 ? 2 : 4
      const kept = directory.references
        .filter(({ from }) => !gone.has(from))
        .map(({ type, from, to }) => ({ type, from, to: to.filter((id) => !gone.has(id)) }))
        .filter(({ to }) => to.length > 0)
        .map(({ type, from, to }) =>
          boxOf(type, [
            number(idLength, from),
            number(2, to.length),
            ...to.map((id) => number(idLength, id)),
          ]),
        )
      return kept.length > 0 ? [boxOf('iref', [slice(box.body, 4), ...kept])] : []
    },
    iprp: (box) => [boxOf('iprp', boxesIn(region, box.body, box.end).map(withoutAssociations))],
  }

  function withoutAssociations(box: Box): Uint8Array {
    if (box.type !== 'ipma') return copyOf(box)
    const kept = associationsOf.get(box.start) ?? []
    return boxOf('ipma', [slice(box.body, 4), number(4, kept.length), ...kept.map(copyOf)])
  }

  function copyOf({ start, end }: { start: number; end: number }): Uint8Array {
    return bytes.subarray(start, end)
  }

  /** A last box may say that it reaches to the end, which padding moves. */
  function sizedCopyOf({ start, body, end }: Box): Uint8Array {
    // An emptied box has another type by now.
    return boxOf(fourCC(bytes, start + 4), [bytes.subarray(body, end)])
  }

  function slice(at: number, length: number): Uint8Array {
    return bytes.subarray(at, at + length)
  }

  const contentOf = (): Uint8Array =>
    joined([
      slice(0, 4),
      ...directory.boxes.flatMap((box) => rewriters[box.type]?.(box) ?? [sizedCopyOf(box)]),
    ])
  const content = contentOf()
  const padding = bytes.length - content.length
  if (padding >= boxHead) return joined([content, boxOf('free', [new Uint8Array(padding - boxHead)])])
  locationsPadding = padding
  return padding > 0 ? contentOf() : content
}

const boxHead = 8

/** Positions in the `idat` box of data that only items in `gone` use. */
export function heldDataOf(directory: ItemDirectory, gone: Set<number>): ByteSpan[] {
  return subtract(
    heldData(directory, (id) => gone.has(id)),
    heldData(directory, (id) => !gone.has(id)),
  )
}

/** Positions in the `idat` box of data that no item uses. */
export function strayHeldData(directory: ItemDirectory): ByteSpan[] {
  const { itemData } = directory
  const all = itemData ? [{ from: itemData.body, to: itemData.end }] : []
  return subtract(
    all,
    heldData(directory, () => true),
  )
}

function heldData({ itemData, locations }: ItemDirectory, wanted: (id: number) => boolean): ByteSpan[] {
  if (!itemData) return []
  return locations
    .filter(({ id, construction }) => construction === 1 && wanted(id))
    .flatMap(({ extents }) => extents)
    .map(({ offset, length }) => ({
      from: itemData.body + offset,
      to: length === 0 ? itemData.end : itemData.body + offset + length,
    }))
}

function boxOf(type: string, parts: Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 8)
  return joined([number(4, length), charactersOf(type), ...parts])
}

function number(length: number, value: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => Math.floor(value / 256 ** (length - 1 - index)) & 255)
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
