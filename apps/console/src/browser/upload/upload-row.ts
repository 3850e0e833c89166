import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import { requiredElement } from '@pictoglyph/web/page/browser/required-element'
import { createQueueRow, type QueueRow } from '@pictoglyph/web/page/browser/upload/queue-row'
import { nameOfNew } from '../../albums/new-album-choice.ts'
import type { UploadSetup } from './upload-setup.ts'

/** Values that go with a file. */
export interface FileDetails {
  title: string
  description: string
  categoryId: string
  albumId: string
  /** A span, or '' to leave it to the site. */
  expiresIn: string
}

/** The image that a file has become, as the console answers. */
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
  /** Displays the details, and a note in place of the former one if it is given. */
  describe(note?: string): void
  /** Hides the button that edits the details, because no other ones help. */
  endEditing(): void
}

/** Makes a row that is ready to be started. */
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
