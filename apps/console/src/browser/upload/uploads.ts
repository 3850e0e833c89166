import { acceptFiles, imagesOfFolder } from './dropped-files.ts'
import { createUploadQueue, type UploadQueue } from './upload-queue.ts'
import { changeSettings, readSettings } from './upload-settings.ts'
import { loadUploadSetup, type UploadSetup, uploadSetupIn } from './upload-setup.ts'

/** Uploads from every page: one queue, which stands on the page of uploads and beside all others. */
export interface Uploads {
  /** Takes up a page that has come: its form feeds the queue, which stands in it. */
  enhance(page: Document): void
  /** Whether there is anything that would be lost with this document. */
  isInUse(): boolean
}

export function createUploads(): Uploads {
  let queue: UploadQueue | undefined
  let setup: UploadSetup | undefined

  async function add(files: Iterable<File>): Promise<void> {
    const list = [...files]
    if (list.length === 0) return
    setup ??= uploadSetupIn(document) ?? (await loadUploadSetup())
    if (setup === undefined) {
      // Its page says what is missing.
      location.assign('/upload')
      return
    }
    if (queue === undefined) {
      queue = createUploadQueue(setup)
      place(queue)
    }
    await queue.add(list, destination(setup))
  }

  const onLost = (error: unknown) => reportError(error)
  const overlay = document.querySelector<HTMLElement>('[data-drop-overlay]')
  if (overlay) acceptFiles({ overlay, add: (files) => void add(files).catch(onLost), onLost })
  // The browser asks whether to leave, for what is on its way would be lost.
  addEventListener('beforeunload', (event) => {
    if (queue?.isSending()) event.preventDefault()
  })

  return {
    enhance(page) {
      const form = page.querySelector<HTMLFormElement>('form[data-upload]')
      if (form) enhanceForm(form, (files) => void add(files).catch(onLost))
      if (queue) place(queue)
    },
    isInUse: () => queue !== undefined && !queue.isEmpty(),
  }
}

/** Puts the queue into the page of uploads, or beside any other. */
function place({ element }: UploadQueue): void {
  const home = document.querySelector('[data-queue-place]')
  element.classList.toggle('tray', home === null)
  ;(home ?? document.body).append(element)
}

/** Turns the form for one file into the place where many are chosen. */
function enhanceForm(form: HTMLFormElement, add: (files: Iterable<File>) => void): void {
  const input = form.querySelector<HTMLInputElement>('input[name=file]')
  const folder = form.querySelector<HTMLInputElement>('[data-folder]')
  const category = form.querySelector<HTMLSelectElement>('select[name=categoryId]')
  if (!input || !folder || !category) return
  form.querySelector('[data-single]')?.remove()
  input.multiple = true
  input.required = false
  input.addEventListener('change', () => {
    add([...(input.files ?? [])])
    input.value = ''
  })
  folder.addEventListener('change', () => {
    add(imagesOfFolder(folder.files ?? []))
    folder.value = ''
  })
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

/** What the page's form says; elsewhere the category used last, else the first, and the album that is looked at. */
function destination({ categories, albums }: UploadSetup): { categoryId: string; albumId: string } {
  const chosen = (name: string) =>
    document.querySelector<HTMLSelectElement>(`form[data-upload] select[name=${name}]`)?.value
  const { categoryId: last } = readSettings()
  const [first = ''] = categories.keys()
  const shown = new URLSearchParams(location.search).get('album') ?? ''
  return {
    categoryId: chosen('categoryId') ?? (categories.has(last) ? last : first),
    albumId: chosen('albumId') ?? (albums.has(shown) ? shown : ''),
  }
}
