import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import { requiredElement } from '@pictoglyph/web/page/browser/required-element'
import { createQueueRow, type QueueRow } from '@pictoglyph/web/page/browser/upload/queue-row'
import { nameOfNew } from '../../albums/new-album-choice.ts'
import type { UploadSetup } from './upload-setup.ts'

/** Fields sent with a file. */
export interface FileDetails {
  title: string
  description: string
  categoryId: string
  albumId: string
  /** A span, or '' for the site's default. */
  expiresIn: string
}

/** The uploaded image, from the console's answer. */
export interface UploadedImage {
  id: string
  href: string
  title: string
  description: string
  categoryId: string
  deduped: boolean
  url: string
}

/** A member's file in the queue. */
export interface UploadRow extends QueueRow {
  details: FileDetails
  image: UploadedImage | undefined
  /** Shows the details, and a new note if given. */
  describe(note?: string): void
  /** Hides the edit button, because no details can help. */
  endEditing(): void
}

/** Creates a `ready` row. */
export function createUploadRow(file: File, given: FileDetails, setup: UploadSetup): UploadRow {
  const { words, language, rowTemplate } = setup
  const base = createQueueRow(file, rowTemplate)
  const { enter, element } = base
  const remove = requiredElement<HTMLButtonElement>(element, '[data-do=remove]')
  const removeWords = requiredElement(remove, '[data-words]')
  let notes: readonly string[] = []

  const row: UploadRow = Object.assign(base, {
    details: given,
    image: undefined,
    enter(...[state, stateWords]: Parameters<QueueRow['enter']>) {
      remove.title = state === 'sending' ? words.cancel : words.remove
      removeWords.textContent = remove.title
      enter(state, stateWords)
    },
    describe(note?: string) {
      if (note !== undefined) notes = [note]
      row.tell([formatBytes(file.size, language), ...destinationOf(row.details, setup), ...notes])
    },
    endEditing() {
      requiredElement<HTMLButtonElement>(element, '[data-do=edit]').hidden = true
    },
  })
  row.enter('ready', words.ready)
  row.describe()
  return row
}

/** The names of category and album. */
function destinationOf({ categoryId, albumId }: FileDetails, setup: UploadSetup): string[] {
  const album = nameOfNew(albumId, '') ?? setup.albums.get(albumId)
  return [
    setup.categories.get(categoryId) ?? categoryId,
    ...(album === undefined ? [] : [setup.words.inAlbum.replace('{name}', album)]),
  ]
}
