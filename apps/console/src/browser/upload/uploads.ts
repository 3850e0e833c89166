import { acceptChosen, acceptFiles, imagesOfFolder } from '@pictoglyph/web/page/browser/upload/given-files'
import { namedChoice, newAlbumField } from '../../albums/new-album-choice.ts'
import { spanIn } from '../../parts/expiry-choice.ts'
import { createMemberQueue, type MemberQueue } from './member-queue.ts'
import { changeSettings, readSettings } from './upload-settings.ts'
import { type UploadSetup, uploadSetupIn } from './upload-setup.ts'

/** Uploads from every page: one queue, inside the upload page and next to all others. */
interface Uploads {
  /** Connects a new page: its form feeds the queue, which moves into it. */
  enhance(page: Document): void
  /** Whether leaving the document would lose anything. */
  isInUse(): boolean
}

export function createUploads(): Uploads {
  let queue: MemberQueue | undefined
  let setup: UploadSetup | undefined

  async function add(files: Iterable<File>): Promise<void> {
    const list = [...files]
    if (list.length === 0) return
    setup ??= uploadSetupIn(document)
    if (setup === undefined) {
      // The upload page shows what is missing.
      location.assign('/upload')
      return
    }
    if (queue === undefined) {
      queue = createMemberQueue(setup)
      place(queue)
    }
    await queue.add(list, destination(setup))
  }

  const take = (files: Iterable<File>) => void add(files).catch(reportError)
  const overlay = document.querySelector<HTMLElement>('[data-drop-overlay]')
  if (overlay) {
    acceptFiles({
      add: take,
      onOver(isOver) {
        overlay.hidden = !isOver
      },
    })
  }

  return {
    enhance(page) {
      const form = page.querySelector<HTMLFormElement>('form[data-upload]')
      if (form) enhanceForm(form, take)
      const here = page.querySelector<HTMLInputElement>('form[data-files-here] input[type=file]')
      if (here) enhanceInput(here, take)
      if (queue) place(queue)
    },
    isInUse: () => queue !== undefined && !queue.isEmpty(),
  }
}

/** Moves the queue into the upload page, or next to any other page. */
function place({ element }: MemberQueue): void {
  const home = document.querySelector('[data-queue-place]')
  element.classList.toggle('tray', home === null)
  ;(home ?? document.body).append(element)
}

/** Turns the form for one file into a drop zone for many. */
function enhanceForm(form: HTMLFormElement, add: (files: Iterable<File>) => void): void {
  const input = form.querySelector<HTMLInputElement>('input[name=file]')
  const folder = form.querySelector<HTMLInputElement>('[data-folder]')
  const category = form.querySelector<HTMLSelectElement>('select[name=categoryId]')
  if (!input || !folder || !category) return
  form.querySelector('[data-single]')?.remove()
  enhanceInput(input, add)
  acceptChosen(folder, (files) => add(imagesOfFolder(files)))
  form.addEventListener('submit', (event) => event.preventDefault())

  const settings = readSettings()
  if ([...category.options].some(({ value }) => value === settings.categoryId)) {
    category.value = settings.categoryId
  }
  category.addEventListener('change', () => changeSettings({ categoryId: category.value }))
  for (const box of form.querySelectorAll<HTMLInputElement>('[data-setting]')) {
    const name = box.dataset.setting === 'nameAsTitle' ? 'nameAsTitle' : 'startOnDrop'
    box.checked = settings[name]
    box.addEventListener('change', () => changeSettings({ [name]: box.checked }))
  }
}

/** Accepts several files, as soon as they are chosen. */
function enhanceInput(input: HTMLInputElement, add: (files: Iterable<File>) => void): void {
  input.multiple = true
  input.required = false
  acceptChosen(input, add)
}

type Destination = Parameters<MemberQueue['add']>[1]

/** The choices of the page's form. Elsewhere the last used category, or the first, and the current album. */
function destination({ categories, albums }: UploadSetup): Destination {
  const form = document.querySelector<HTMLFormElement>('form[data-upload]')
  if (form !== null) {
    const fields = new FormData(form)
    const value = (name: string) => String(fields.get(name) ?? '')
    const albumId = namedChoice(value('albumId'), value(newAlbumField))
    return { categoryId: value('categoryId'), albumId, expiresIn: spanIn(fields, 'expiresIn') }
  }
  const { categoryId: last } = readSettings()
  const [first = ''] = categories.keys()
  const shown = new URLSearchParams(location.search).get('album') ?? ''
  return {
    categoryId: categories.has(last) ? last : first,
    albumId: albums.has(shown) ? shown : '',
    expiresIn: '',
  }
}
