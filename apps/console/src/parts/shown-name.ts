import type { ApiKey, Image } from '@pictoglyph/site/language/records'
import type { Messages } from '../text/messages.ts'

/** An image's title, or a text for an untitled one. */
export function imageName({ gallery }: Messages, { title }: Pick<Image, 'title'>): string {
  return title === '' ? gallery.untitled : title
}

/** A key's name, or a text for an unnamed one. */
export function keyName({ key }: Messages, { name }: Pick<ApiKey, 'name'>): string {
  return name === '' ? key.unnamed : name
}
