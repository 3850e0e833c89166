import type { ApiKey, Image } from '@pictoglyph/core'
import type { Catalogue } from '../text/catalogue.ts'

/** What an image is called; it may have no title. */
export function imageName({ gallery }: Catalogue, { title }: Pick<Image, 'title'>): string {
  return title === '' ? gallery.untitled : title
}

/** What a key is called; it may have no name. */
export function keyName({ key }: Catalogue, { name }: Pick<ApiKey, 'name'>): string {
  return name === '' ? key.unnamed : name
}
