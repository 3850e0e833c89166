import { bindCopyButton } from '@pictoglyph/web/page/browser/copy-button'
import { requiredElement } from '@pictoglyph/web/page/browser/required-element'
import type { QueueRow } from '@pictoglyph/web/page/browser/upload/queue-row'
import type { UploadQueue } from '@pictoglyph/web/page/browser/upload/upload-queue'
import type { QueueWords } from '../../text/upload.ts'
import { changeSettings, type LinkFormat, readSettings } from './upload-settings.ts'

/** Why waiting files are not sent yet. */
interface QueueHalt {
  isPaused: boolean
  /** The text for a wait that ends on its own. */
  held: string | undefined
}

interface QueueActions {
  /** The links of all uploaded images, in the chosen format. */
  links: () => string
  onStart: () => void
  onPause: () => void
  onCancel: () => void
  onRetry: () => void
  onEdit: () => void
  onClear: () => void
  /** Every file has arrived or failed. */
  onFinished: () => void
}

/** The bar under the list, always visible: the progress, and actions for all files. */
export function createQueueBar(
  element: HTMLElement,
  { rows, count }: UploadQueue<QueueRow>,
  words: QueueWords,
  actions: QueueActions,
): { show(halt: QueueHalt): void } {
  const part = <Part extends Element>(selector: string) =>
    requiredElement<Part>(element, `.queue-bar ${selector}`)
  const button = (action: string, run: () => void) => {
    const found = part<HTMLButtonElement>(`[data-do=${action}]`)
    found.addEventListener('click', run)
    return found
  }
  const start = button('start', actions.onStart)
  const pause = button('pause', actions.onPause)
  const cancel = button('cancelAll', actions.onCancel)
  const retry = button('retryMany', actions.onRetry)
  const edit = button('editAll', actions.onEdit)
  const clear = button('clear', actions.onClear)
  const fold = button('fold', () => {
    const isFolded = element.classList.toggle('folded')
    fold.ariaExpanded = String(!isFolded)
  })
  const bar = part<HTMLProgressElement>('[data-total-bar]')
  const total = part<HTMLElement>('[data-total]')
  const links = part<HTMLElement>('[data-links]')
  const copyLabel = part<HTMLElement>('[data-copy-all-label]')
  const format = part<HTMLSelectElement>('[data-format]')
  const spoken = part<HTMLElement>('[data-spoken]')
  let wasActive = false

  format.value = readSettings().format
  format.addEventListener('change', () => changeSettings({ format: format.value as LinkFormat }))
  bindCopyButton(part('[data-copy-all]'), {
    text: actions.links,
    copied: () => words.copied,
    failed: () => words.copyFailed,
  })

  return {
    show({ isPaused, held }) {
      const all = rows.length
      const [ready, done, failed, refused] = [
        count('ready'),
        count('done'),
        count('failed'),
        count('refused'),
      ]
      const isActive = count('waiting', 'sending') > 0
      const share = shareSent(rows)
      const counted = words.total.replace('{done}', String(done)).replace('{all}', String(all))
      const problems = [
        ...(failed > 0 ? [words.failed.replace('#', String(failed))] : []),
        ...(refused > 0 ? [words.refused.replace('#', String(refused))] : []),
      ]
      const state = isActive ? [held ?? (isPaused ? words.paused : `${Math.floor(share * 100)} %`)] : []
      total.textContent = [counted, ...state, ...problems].join(' · ')
      bar.value = share
      bar.ariaHidden = String(!isActive)

      start.hidden = ready === 0
      start.textContent = ready === 1 ? words.start : words.startMany.replace('#', String(ready))
      pause.hidden = cancel.hidden = !isActive
      pause.textContent = isPaused ? words.resume : words.pause
      retry.hidden = failed === 0 || isActive
      retry.textContent = words.retryMany.replace('#', String(failed))
      edit.hidden = isActive || all < 2
      clear.hidden = isActive
      links.hidden = done === 0
      copyLabel.textContent = done === 1 ? words.copyOne : words.copyAll.replace('#', String(done))

      if (wasActive && !isActive) {
        const finished = words.finished.replace('{done}', String(done)).replace('{all}', String(all))
        spoken.textContent = [finished, ...problems].join(' ')
        actions.onFinished()
      }
      wasActive = isActive
    },
  }
}

/** The sent share of all bytes, from 0 to 1. Refused files do not count. */
function shareSent(rows: readonly QueueRow[]): number {
  const counted = rows.filter(({ state }) => state !== 'refused')
  const totalBytes = counted.reduce((sum, { file }) => sum + file.size, 0)
  const sentBytes = counted.reduce((sum, { file, share }) => sum + file.size * share, 0)
  return totalBytes === 0 ? 0 : sentBytes / totalBytes
}
