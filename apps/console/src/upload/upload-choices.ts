import type { Category } from '@pictoglyph/site/categories'
import type { Album } from '@pictoglyph/site/language/records'
import type { SignedInContext } from '../context/console-context.ts'
import type { Choice } from '../parts/form.tsx'

/** Possible destinations of an upload. */
export interface UploadChoices {
  categories: readonly Choice[]
  albums: readonly Choice[]
}

/** Reads the categories that take uploads, and the member's albums. */
export async function uploadChoicesOf({ services, user }: SignedInContext): Promise<UploadChoices> {
  const { database } = services.site
  const [categories, albums] = await Promise.all([database.categories.list(), database.albums.list(user.id)])
  return uploadChoicesAmong(categories, albums)
}

/** The same from all categories and the member's albums, for a page that has already read them. */
export function uploadChoicesAmong(categories: readonly Category[], albums: readonly Album[]): UploadChoices {
  const choice = ({ id, name }: Category | Album): Choice => ({ value: id, label: name })
  return {
    categories: categories.filter(({ enabled }) => enabled).map(choice),
    albums: albums.map(choice),
  }
}
