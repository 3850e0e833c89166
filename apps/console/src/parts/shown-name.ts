import type { ApiKey, Image } from '@pictoglyph/site/language/records'
import type { Messages } from '../text/messages.ts'

/** What an image is called; it may have no title. */
export function imageName({ gallery }: Messages, { title }: Pick<Image, 'title'>): string {
  return title === '' ? gallery.untitled : title
}

/** What a key is called; it may have no name. */
export function keyName({ key }: Messages, { name }: Pick<ApiKey, 'name'>): string {
  return name === '' ? key.unnamed : name
}
