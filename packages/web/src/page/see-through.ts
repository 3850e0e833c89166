import type { Image } from '@pictoglyph/site/language/records'

/**
 * The class of what stands behind an image: a checkerboard where the image may let it through, so that black on
 * transparent is seen in the dark and white in the light.
 * @param placeholder the image's placeholder, which only an opaque image has
 */
export function seeThroughClass({ file }: Pick<Image, 'file'>, placeholder?: string): string {
  return placeholder === undefined && file.type !== 'image/jpeg' ? 'see-through' : ''
}
