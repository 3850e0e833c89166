import { pageAt } from '../page-at.ts'
import { acceptDrops } from './drops.ts'
import { createQueueRow, type QueueRow } from './queue-row.ts'
import { sendFile } from './send-file.ts'

/** Files that are on their way at once: more would only share the same connection. */
const maxAtOnce = 3

/** Turns the form for one file into a queue: files are dropped, pasted or picked, described, and sent. */
export function enhanceUploads(root: ParentNode): void {
  const form = root.querySelector<HTMLFormElement>('form[data-upload]')
  const template = form?.querySelector<HTMLTemplateElement>('template[data-queue-row]')
  const list = form?.querySelector<HTMLElement>('[data-queue]')
  const input = form?.querySelector<HTMLInputElement>('input[type="file"]')
  const zone = form?.querySelector<HTMLElement>('[data-drop-zone]')
  const start = form?.querySelector<HTMLButtonElement>('[data-start-button]')
  if (form && template && list && input && zone && start) {
    enhance({ form, template, list, input, zone, start })
  }
}

interface UploadParts {
  form: HTMLFormElement
  template: HTMLTemplateElement
  list: HTMLElement
  input: HTMLInputElement
  zone: HTMLElement
  start: HTMLButtonElement
}

function enhance(parts: UploadParts): void {
  const { form, template, list, input, zone, start } = parts
  const words = {
    done: '',
    duplicate: '',
    failed: '',
    startMany: '',
    tooLarge: '',
    notAnImage: '',
    ...form.dataset,
  }
  const maxBytes = Number(form.dataset.maxBytes)
  const startOne = start.textContent
  let rows: QueueRow[] = []

  form.querySelector('[data-single]')?.remove()
  for (const hint of form.querySelectorAll<HTMLElement>('[data-scripted]')) hint.hidden = false
  input.multiple = true
  input.required = false
  input.removeAttribute('name')
  input.classList.add('visually-hidden')

  function tellStart(): void {
    const waiting = rows.filter(({ state }) => state === 'waiting' || state === 'failed').length
    start.disabled = waiting === 0
    start.textContent = waiting < 2 ? startOne : words.startMany.replace('#', String(waiting))
  }

  function add(files: Iterable<File>): void {
    for (const file of files) {
      const row = createQueueRow(file, template, words, takeOut)
      rows.push(row)
      list.append(row.element)
      if (!mayBeImage(file)) row.refuse(words.notAnImage)
      else if (file.size > maxBytes) row.refuse(words.tooLarge)
    }
    tellStart()
  }

  /** The keyboard goes on beside a row that is taken out. */
  function takeOut(removed: QueueRow): void {
    const place = rows.indexOf(removed)
    rows = rows.filter((one) => one !== removed)
    tellStart()
    const beside = (rows[place] ?? rows.at(-1))?.element
    const next = beside?.querySelector<HTMLElement>('[data-remove]:not([hidden])') ?? input
    next.focus()
  }

  async function sendNext(): Promise<void> {
    for (;;) {
      const row = rows.find(({ state }) => state === 'waiting')
      if (!row) return
      await send(form, row, words.failed)
    }
  }

  async function sendAll(): Promise<void> {
    start.disabled = true
    const failed = rows.filter(({ state }) => state === 'failed')
    if (failed.length > 0) await renewToken(form)
    for (const row of failed) row.state = 'waiting'
    await Promise.all(Array.from({ length: maxAtOnce }, sendNext))
    tellStart()
  }

  input.addEventListener('change', () => {
    add(input.files ?? [])
    input.value = ''
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void sendAll()
  })
  // The browser asks whether to leave, for what is on its way would be lost.
  addEventListener('beforeunload', (event) => {
    if (rows.some(({ state }) => state === 'sending')) event.preventDefault()
  })
  acceptDrops(zone, add)
  document.addEventListener('paste', ({ clipboardData }) => add(clipboardData?.files ?? []))
  tellStart()
}

/** Where the browser knows no type the service has a look. */
function mayBeImage({ type, size }: File): boolean {
  return size > 0 && (type === '' || type.startsWith('image/'))
}

/** Takes the form's token anew before a further try: whoever had to sign in meanwhile has another. */
async function renewToken(form: HTMLFormElement): Promise<void> {
  const page = await pageAt(location.href)
  const token = page?.querySelector<HTMLFormElement>('form[data-upload]')?.dataset.csrf
  if (token !== undefined) form.dataset.csrf = token
}

async function send(form: HTMLFormElement, row: QueueRow, connectionLost: string): Promise<void> {
  const value = (name: string) => {
    const control = form.elements.namedItem(name)
    return control instanceof HTMLSelectElement ? control.value : ''
  }
  const fields = {
    categoryId: value('categoryId'),
    albumId: value('albumId'),
    title: row.title(),
    description: row.description(),
  }
  row.begin()
  try {
    const csrfToken = form.dataset.csrf ?? ''
    row.end(
      await sendFile(
        { file: row.file, fields },
        { address: form.action, csrfToken, onProgress: row.progress },
      ),
    )
  } catch {
    // The browser tells no more than that it got no answer; the row offers to try again.
    row.fail(connectionLost)
  }
}
