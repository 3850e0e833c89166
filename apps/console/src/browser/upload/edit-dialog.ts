import { requiredElement } from '@pictoglyph/web/page/browser/required-element'
import { namedChoice, newAlbumField } from '../../albums/new-album-choice.ts'
import type { FileDetails, UploadRow } from './upload-row.ts'
import type { UploadSetup } from './upload-setup.ts'

interface EditDialog {
  /** Edits the details of one file, or of many at once. */
  open(rows: readonly UploadRow[]): void
  /** Whether a file's details are being edited; it is not sent meanwhile. */
  holds(row: UploadRow): boolean
  /** Whether a row's details have changed since the last call. */
  takeChanged(row: UploadRow): boolean
}

/** @param onClosed called after the dialog has closed and saved, with whether stored images changed */
export function createEditDialog(
  queue: HTMLElement,
  setup: UploadSetup,
  onClosed: (hasChangedImages: boolean) => void,
): EditDialog {
  const { words } = setup
  const dialog = requiredElement<HTMLDialogElement>(queue, '[data-edit]')
  const heading = requiredElement(dialog, '[data-edit-title]')
  const control = (name: string) => requiredElement<HTMLInputElement>(dialog, `[name="${name}"]`)
  const nameOfAlbum = control(newAlbumField)
  const [title, description, category, album] = [
    control('title'),
    control('description'),
    control('categoryId'),
    control('albumId'),
  ]
  const noAlbum = album.querySelector('option')
  const noAlbumWord = noAlbum?.textContent ?? ''
  const changed = new Set<UploadRow>()
  let edited: readonly UploadRow[] = []

  const showField = (of: HTMLElement, isShown: boolean) => {
    const field = of.closest<HTMLElement>('.field')
    if (field) field.hidden = !isShown
  }

  /** The typed details; with many files, empty fields keep their values. */
  function written(row: UploadRow): FileDetails {
    const given = {
      title: title.value,
      description: description.value,
      categoryId: category.value,
      albumId: namedChoice(album.value, nameOfAlbum.value),
      expiresIn: row.details.expiresIn,
    }
    if (edited.length === 1) return { ...given, categoryId: given.categoryId || row.details.categoryId }
    return {
      title: row.details.title,
      description: given.description || row.details.description,
      categoryId: given.categoryId || row.details.categoryId,
      albumId: given.albumId || row.details.albumId,
      expiresIn: row.details.expiresIn,
    }
  }

  /** @returns whether stored images have changed */
  async function keep(rows: readonly UploadRow[]): Promise<boolean> {
    let hasChanged = false
    for (const row of rows) {
      const former = row.details
      const details = written(row)
      if (JSON.stringify(details) === JSON.stringify(former)) continue
      row.details = details
      changed.add(row)
      if (row.image === undefined) row.describe()
      else {
        await changeImage(row, former)
        hasChanged = true
      }
    }
    return hasChanged
  }

  /** Changes a stored image by its own forms. */
  async function changeImage(row: UploadRow, former: FileDetails): Promise<void> {
    const { image, details } = row
    if (image === undefined) return
    const { albumId } = details
    const names = (['title', 'description', 'categoryId'] as const).filter(
      (name) => details[name] !== former[name],
    )
    // Send the former values too, like the image page's form.
    const shown = names.map((name) => [`shown.${name}`, image[name]])
    const fields = Object.fromEntries([...names.map((name) => [name, details[name]]), ...shown])
    const isKept =
      (names.length === 0 || (await post(`/images/${image.id}`, fields))) &&
      (albumId === '' ||
        albumId === former.albumId ||
        (await post('/images/to-album', { id: image.id, into: albumId })))
    if (isKept) {
      // Normalized like the site's own values.
      for (const name of names) image[name] = details[name].trim()
      image.title = image.title.replace(/\s+/g, ' ')
    } else row.details = former
    row.describe(isKept ? undefined : words.editRefused)
  }

  async function post(address: string, fields: Record<string, string>): Promise<boolean> {
    try {
      const body = new URLSearchParams({ csrf: setup.csrfToken, ...fields })
      const answer = await fetch(address, { method: 'POST', body })
      return answer.ok && new URL(answer.url).pathname !== '/sign-in'
    } catch {
      // Without an answer it counts as not saved.
      return false
    }
  }

  dialog.addEventListener('close', () => {
    const rows = edited
    const isSaved = dialog.returnValue === 'save'
    dialog.returnValue = ''
    const ended = isSaved ? keep(rows) : Promise.resolve(false)
    void ended.then((hasChanged) => {
      edited = []
      onClosed(hasChanged)
    })
  })

  return {
    open(rows) {
      edited = rows.filter(({ state }) => state !== 'sending')
      const [one, other] = edited
      if (one === undefined) return
      const isOne = other === undefined
      heading.textContent = isOne ? words.editOne.replace('{name}', one.file.name) : words.editAll
      title.value = isOne ? one.details.title : ''
      description.value = isOne ? one.details.description : ''
      category.value = isOne ? one.details.categoryId : ''
      album.value = isOne ? one.details.albumId : ''
      nameOfAlbum.value = ''
      if (noAlbum) noAlbum.textContent = isOne ? noAlbumWord : words.keepAsIs
      showField(title, isOne)
      dialog.showModal()
    },
    holds: (row) => dialog.open && edited.includes(row),
    takeChanged: (row) => changed.delete(row),
  }
}
