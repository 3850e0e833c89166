/** The attributes of an `svg` element that say how large it is, as written. */
export interface SvgSizeAttributes {
  width: string | undefined
  height: string | undefined
  viewBox: string | undefined
}

/** Matches in at most one way: an attribute of 1 MiB that matched in two ways would be tried for hours. */
const length = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)\s*(px|pt|pc|mm|cm|in|q)?$/i
/** CSS Values and Units 3, section 6.2. */
const pixelsOf = { px: 1, in: 96, cm: 96 / 2.54, mm: 96 / 25.4, q: 96 / 101.6, pt: 4 / 3, pc: 16 } as const
/** A browser's size for a picture without one (CSS Images 3, section 5.2). */
const usual = { width: 300, height: 150 }
/** As much as the other formats can say. */
const maxPixels = 0xffff_ffff

/**
 * The size of an SVG in CSS pixels (SVG 2, section 8.2): `width` and `height` if they are lengths. A missing or
 * relative one follows from the other and the proportions of the `viewBox`. Whole numbers; 0 only if it is written.
 */
export function svgSize(attributes: SvgSizeAttributes): { width: number; height: number } {
  const width = pixels(attributes.width)
  const height = pixels(attributes.height)
  const box = viewBox(attributes.viewBox) ?? usual
  return {
    width: whole(width ?? (height === undefined ? box.width : (height * box.width) / box.height)),
    height: whole(height ?? (width === undefined ? box.height : (width * box.height) / box.width)),
  }
}

function pixels(text: string | undefined): number | undefined {
  const [, number, unit = 'px'] = length.exec(text?.trim() ?? '') ?? []
  const found = Number(number) * pixelsOf[unit.toLowerCase() as keyof typeof pixelsOf]
  return found >= 0 ? found : undefined
}

function viewBox(text: string | undefined): { width: number; height: number } | undefined {
  const [, , width, height] = (text ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  return width !== undefined && height !== undefined && width > 0 && height > 0
    ? { width, height }
    : undefined
}

function whole(pixels: number): number {
  return pixels === 0 ? 0 : Math.min(Math.max(Math.round(pixels), 1), maxPixels)
}
