import type { QueueWords } from '../../text/upload.ts'
import type { UploadedImage } from './send-file.ts'

/**
 * `ready` waits to be started, `waiting` for its turn; `failed` may be tried again, `refused` would be refused again
 * as it is.
 */
type RowState = 'ready' | 'waiting' | 'sending' | 'done' | 'failed' | 'refused'

/** What is said of a file. */
export interface FileDetails {
  title: string
  description: string
  categoryId: string
  albumId: string
  /** A span, or '' to leave it to the site. */
  expiresIn: string
}

export type RowAction = 'retry' | 'edit' | 'remove'

/** A file that waits, goes or has gone, and its row on the page. */
export interface QueueRow {
  readonly element: HTMLElement
  readonly file: File
  readonly state: RowState
  details: FileDetails
  /** The image that it has become. */
  readonly image: UploadedImage | undefined
  /** From 0 to 1. */
  readonly share: number
  /** Aborts the sending. */
  abort: AbortController | undefined
  /** @param reason what it waits for, if not for its turn */
  enter(state: 'ready' | 'waiting' | 'sending', reason?: string): void
  progress(share: number): void
  end(image: UploadedImage): void
  /** @param isEditable whether another title, category or album may help */
  stop(state: 'failed' | 'refused', message: string, isEditable?: boolean): void
  /** Adds a fact that is known by now, and shows changed details. */
  tell(removed?: string): void
}

interface RowOptions {
  file: File
  details: FileDetails
  template: HTMLTemplateElement
  words: QueueWords
  /** As it is shown. */
  size: string
  /** The names of category and album. */
  destinationOf: (details: FileDetails) => string[]
  onAction: (row: QueueRow, action: RowAction) => void
  onCopy: (button: HTMLButtonElement, row: QueueRow) => void
}

export function createQueueRow({
  file,
  details,
  template,
  words,
  size,
  destinationOf,
  onAction,
  onCopy,
}: RowOptions): QueueRow {
  const element = cloneTemplate(template)
  const part = <T extends Element>(selector: string): T => {
    const found = element.querySelector<T>(selector)
    if (!found) throw new Error(`a row has no ${selector}`)
    return found
  }
  const picture = part<HTMLImageElement>('[data-preview]')
  const facts = part<HTMLElement>('[data-facts]')
  const bar = part<HTMLProgressElement>('progress')
  const open = part<HTMLAnchorElement>('[data-do=open]')
  const [copy, retry, edit, remove] = ['copy', 'retry', 'edit', 'remove'].map((action) =>
    part<HTMLButtonElement>(`[data-do=${action}]`),
  ) as [HTMLButtonElement, HTMLButtonElement, HTMLButtonElement, HTMLButtonElement]
  const removeWord = part<HTMLElement>('[data-remove-word]')

  for (const name of element.querySelectorAll('[data-name]')) name.textContent = file.name
  picture.src = URL.createObjectURL(file)
  picture.addEventListener('load', () => URL.revokeObjectURL(picture.src), { once: true })
  picture.addEventListener('error', () => picture.classList.add('blank'), { once: true })

  let state: RowState = 'ready'
  let share = 0
  let image: UploadedImage | undefined
  let removed: string | undefined
  let said = ''
  let isEditable = true

  function show(): void {
    const isDone = state === 'done'
    element.dataset.state = state
    const all = [said, size, ...destinationOf(row.details), ...(removed === undefined ? [] : [removed])]
    facts.textContent = all.join(' · ')
    facts.title = facts.textContent
    bar.hidden = state !== 'sending'
    copy.hidden = !isDone
    open.hidden = !isDone
    retry.hidden = state !== 'failed'
    edit.hidden = state === 'sending' || !isEditable
    const word = state === 'sending' ? words.cancel : words.remove
    removeWord.textContent = word
    remove.title = word
  }

  const row: QueueRow = {
    element,
    file,
    details,
    abort: undefined,
    get state() {
      return state
    },
    get share() {
      return share
    },
    get image() {
      return image
    },
    enter(next, reason) {
      state = next
      share = 0
      bar.value = 0
      said = reason ?? { ready: words.ready, waiting: words.waiting, sending: '0 %' }[next]
      show()
    },
    progress(now) {
      share = now
      bar.value = now
      said = `${Math.floor(now * 100)} %`
      show()
    },
    end(recorded) {
      state = 'done'
      share = 1
      image = recorded
      said = recorded.deduped ? words.duplicate : words.done
      open.href = recorded.href
      show()
    },
    stop(next, message, mayEdit = true) {
      state = next
      share = 0
      said = message
      isEditable = mayEdit
      show()
    },
    tell(found) {
      removed = found ?? removed
      show()
    },
  }
  const actions = { retry, edit, remove } satisfies Record<RowAction, HTMLButtonElement>
  for (const action of ['retry', 'edit', 'remove'] as const) {
    actions[action].addEventListener('click', () => onAction(row, action))
  }
  onCopy(copy, row)
  row.enter('ready')
  return row
}

/** A copy of the one element that a template holds. */
export function cloneTemplate(template: HTMLTemplateElement): HTMLElement {
  const element = template.content.firstElementChild?.cloneNode(true)
  if (!(element instanceof HTMLElement)) throw new Error('a template is empty')
  return element
}
