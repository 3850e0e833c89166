/** @jsxImportSource hono/jsx */

import type { Category } from '@pictoglyph/site/categories'
import type { Album } from '@pictoglyph/site/language/records'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import type { Choice } from '../parts/form.tsx'
import { QueueTemplates } from './queue-templates.tsx'

/** Where an upload may go. */
export interface UploadChoices {
  categories: readonly Choice[]
  albums: readonly Choice[]
}

/** The categories that take uploads, and the member's albums. */
export async function uploadChoicesOf({ services, user }: SignedInContext): Promise<UploadChoices> {
  const { database } = services.site
  const [categories, albums] = await Promise.all([database.categories.list(), database.albums.list(user.id)])
  return uploadChoicesAmong(categories, albums)
}

/** The same, of all categories and of the member's albums, for a page that has read them. */
export function uploadChoicesAmong(categories: readonly Category[], albums: readonly Album[]): UploadChoices {
  const choice = ({ id, name }: Category | Album): Choice => ({ value: id, label: name })
  return {
    categories: categories.filter(({ enabled }) => enabled).map(choice),
    albums: albums.map(choice),
  }
}

/**
 * All that the script needs to take files on a page, so that none is lost where there is no connection: limits, words
 * and templates. Without a category that takes uploads there is none of it.
 */
export const UploadSetup = ({ choices, script }: { choices: UploadChoices; script: string }) => {
  const { services, text, csrfToken } = useConsole()
  const { policy } = services.site.snapshot()
  if (choices.categories.length === 0) return null
  return (
    <div
      hidden
      data-upload-setup=""
      data-csrf={csrfToken}
      data-max-bytes={String(policy['upload.maxBytes'])}
      data-metadata={policy['upload.metadata']}
      data-metadata-script={script}
      data-words={JSON.stringify(text.queue)}
    >
      <QueueTemplates {...choices} />
    </div>
  )
}
