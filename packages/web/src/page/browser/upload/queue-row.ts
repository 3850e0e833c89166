import { copyOf, requiredElement } from '../required-element.ts'

/**
 * `ready`: the user has to start it. `waiting`: for its turn. `failed`: may be tried again. `refused`: the same file
 * would be refused again.
 */
export type RowState = 'ready' | 'waiting' | 'sending' | 'done' | 'failed' | 'refused'

/** A file in the queue, and its row on the page. The style shows the buttons of each state. */
export interface QueueRow {
  readonly element: HTMLElement
  readonly file: File
  readonly state: RowState
  /** The share that was sent, from 0 to 1. */
  readonly share: number
  /** Number of failed attempts. */
  tries: number
  /** Aborts the sending. */
  abort: AbortController | undefined
  /** Shows a state in words. */
  enter(state: RowState, words: string): void
  progress(share: number): void
  /** Shows facts of the file, after the words of its state. */
  tell(facts: readonly string[]): void
}

/** Creates a file's row from the page's template, which `QueueRow` of `page/queue-row.tsx` writes. */
export function createQueueRow(file: File, template: HTMLTemplateElement): QueueRow {
  const element = copyOf(template)
  const line = requiredElement<HTMLElement>(element, '[data-facts]')
  const bar = requiredElement<HTMLProgressElement>(element, 'progress')
  for (const name of element.querySelectorAll('[data-name]')) name.textContent = file.name
  showPreview(requiredElement(element, 'img'), file)
  let state: RowState = 'ready'
  let share = 0
  let stateWords = ''
  let others: readonly string[] = []

  function show(): void {
    element.dataset.state = state
    bar.value = share
    line.textContent = [stateWords, ...others].join(' · ')
    line.title = line.textContent
  }

  return {
    element,
    file,
    tries: 0,
    abort: undefined,
    get state() {
      return state
    },
    get share() {
      return share
    },
    enter(next, words) {
      state = next
      share = next === 'done' ? 1 : 0
      stateWords = words
      show()
    },
    progress(now) {
      share = now
      stateWords = percent(now)
      show()
    },
    tell(facts) {
      others = facts
      show()
    },
  }
}

/** Formats a share from 0 to 1. */
export const percent = (share: number): string => `${Math.floor(share * 100)} %`

/** Larger pictures get no preview: a phone has little memory. */
const maxPreviewBytes = 20 * 1024 * 1024

function showPreview(image: HTMLImageElement, file: File): void {
  const leaveBlank = () => image.classList.add('blank')
  image.addEventListener('load', () => URL.revokeObjectURL(image.src), { once: true })
  image.addEventListener('error', leaveBlank, { once: true })
  if (file.size <= maxPreviewBytes) image.src = URL.createObjectURL(file)
  else leaveBlank()
}
