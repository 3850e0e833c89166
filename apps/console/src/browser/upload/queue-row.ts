import type { UploadAnswer } from './send-file.ts'

/** A file that waits, goes or has gone, and its row on the page. One that is refused is not sent at all. */
export interface QueueRow {
  readonly element: HTMLElement
  readonly file: File
  state: 'waiting' | 'sending' | 'done' | 'failed' | 'refused'
  title(): string
  description(): string
  begin(): void
  /** Shows how far it has come, from 0 to 1, which those who listen to the page are not told step by step. */
  progress(share: number): void
  end(answer: UploadAnswer): void
  /** Tells why it did not go; it may be tried again. */
  fail(message: string): void
  /** Tells why it is not sent. */
  refuse(message: string): void
}

/** The words of a row, from the form's own attributes, so that they are in the page's language. */
export interface RowWords {
  done: string
  duplicate: string
}

export function createQueueRow(
  file: File,
  template: HTMLTemplateElement,
  words: RowWords,
  onRemove: (row: QueueRow) => void,
): QueueRow {
  const element = template.content.firstElementChild?.cloneNode(true)
  if (!(element instanceof HTMLElement)) throw new Error('the template of a row is empty')
  const part = <T extends Element>(selector: string): T => {
    const found = element.querySelector<T>(selector)
    if (!found) throw new Error(`a row has no ${selector}`)
    return found
  }
  const preview = part<HTMLImageElement>('[data-preview]')
  const state = part<HTMLElement>('[data-state]')
  const bar = part<HTMLProgressElement>('progress')
  const remove = part<HTMLButtonElement>('[data-remove]')
  const fields = part<HTMLElement>('[data-fields]')
  for (const name of element.querySelectorAll('[data-name]')) name.textContent = file.name
  preview.src = URL.createObjectURL(file)
  preview.addEventListener('load', () => URL.revokeObjectURL(preview.src), { once: true })
  preview.addEventListener('error', () => preview.classList.add('blank'), { once: true })

  const row: QueueRow = {
    element,
    file,
    state: 'waiting',
    title: () => part<HTMLInputElement>('[data-title]').value,
    description: () => part<HTMLInputElement>('[data-description]').value,
    begin() {
      row.state = 'sending'
      element.classList.remove('failed')
      fields.hidden = true
      remove.hidden = true
      state.ariaLive = 'off'
      state.textContent = '0 %'
    },
    progress(share) {
      bar.value = share
      state.textContent = `${Math.floor(share * 100)} %`
    },
    end(answer) {
      if (!answer.ok) {
        row.fail(answer.error.message)
        return
      }
      row.state = 'done'
      state.ariaLive = 'polite'
      bar.value = 1
      element.classList.add('done')
      const link = document.createElement('a')
      link.href = answer.data.href
      link.textContent = answer.data.deduped ? words.duplicate : words.done
      state.replaceChildren(link)
    },
    fail(message) {
      row.state = 'failed'
      state.ariaLive = 'polite'
      bar.value = 0
      element.classList.add('failed')
      state.textContent = message
      fields.hidden = false
      remove.hidden = false
    },
    refuse(message) {
      row.state = 'refused'
      element.classList.add('failed')
      state.textContent = message
      fields.hidden = true
      bar.hidden = true
    },
  }
  remove.addEventListener('click', () => {
    element.remove()
    onRemove(row)
  })
  return row
}
