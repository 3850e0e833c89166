import type { Image } from '@pictoglyph/site/language/records'

/**
 * The class of an image's background: a checkerboard if the image may be transparent, so that black on transparent is
 * visible on a dark page and white on a light one.
 * @param placeholder the image's placeholder; only an opaque image has one
 */
export function seeThroughClass({ file }: Pick<Image, 'file'>, placeholder?: string): string {
  return placeholder === undefined && file.type !== 'image/jpeg' ? 'see-through' : ''
}
