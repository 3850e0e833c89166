import type { Box } from './boxes.ts'

/** Part of an item's data. Offsets count from the start of the file, or of the `idat` box. */
export interface Extent {
  offset: number
  /** 0 means all remaining bytes. */
  length: number
}

/** Position of a record in the bytes of the `meta` box. */
interface Span {
  start: number
  end: number
}

/** One item: a picture, a part of one, or metadata (an `infe` box). */
export interface ItemInfo extends Span {
  id: number
  type: string
  /** Start of its name, which a `mime` item's media type follows. */
  namesAt: number
}

/** Positions of an item's data (a record of the `iloc` box). */
export interface ItemLocation extends Span {
  id: number
  /** Origin of offsets: 0 the file, 1 the `idat` box, 2 another item. */
  construction: number
  extents: Extent[]
}

/** A relation of an item to others, such as the tiles of a grid (`dimg`). */
export interface ItemReference extends Span {
  type: string
  from: number
  to: number[]
}

/** The record of the `ipma` box that assigns properties to an item. */
interface ItemAssociation extends Span {
  id: number
  /** Start of the box that contains the record. */
  boxStart: number
}

/** The properties of items, and their assignment (an `iprp` box). */
export interface ItemProperties {
  properties: Box[]
  associations: ItemAssociation[]
  propertiesOf: Map<number, Box[]>
}

/** The items of an image file, as its `meta` box declares them (ISO/IEC 14496-12, 8.11; 23008-12, 9). */
export interface ItemDirectory extends ItemProperties {
  boxes: Box[]
  /** The kind of the items, `pict` for pictures (the `hdlr` box). */
  handler: string | undefined
  primary: number | undefined
  infos: ItemInfo[]
  locations: ItemLocation[]
  references: ItemReference[]
  itemData: Box | undefined
}
