import { copyFormats } from '@pictoglyph/site/images/copy-formats'
import { titleFromName } from '@pictoglyph/site/images/title-from-name'
import { formatOverLimit } from '@pictoglyph/site/language/format-bytes'
import { bindCopyButton } from '@pictoglyph/web/page/browser/copy-button'
import { copyOf, requiredElement } from '@pictoglyph/web/page/browser/required-element'
import { isFinal, type UploadAnswer } from '@pictoglyph/web/page/browser/upload/send-file'
import { createUploadQueue, type UploadQueue } from '@pictoglyph/web/page/browser/upload/upload-queue'
import { refreshPage } from '../browsing.ts'
import { createEditDialog } from './edit-dialog.ts'
import { createHold, type HoldReason } from './hold.ts'
import { createQueueBar } from './queue-bar.ts'
import { showRemoved } from './removed-words.ts'
import { createUploadRow, type FileDetails, type UploadedImage, type UploadRow } from './upload-row.ts'
import { readSettings } from './upload-settings.ts'
import { renewToken, type UploadSetup } from './upload-setup.ts'

const maxAtOnce = 3

/** After this many broken connections, the fault is in the file. */
const maxTries = 5

/** Rows to create before the page may react. */
const madeTogether = 8

/** Refusals that no other title, category or album can avoid. */
const refusalsOfFiles = ['TOO_LARGE', 'INVALID_IMAGE', 'TYPE_NOT_ALLOWED']

/** A member's files on their way to the site, with their rows and one bar. It outlives the page where it began. */
export interface MemberQueue {
  readonly element: HTMLElement
  /** Appends files, and starts them if the settings say so. @param destination details for all of them */
  add(
    files: readonly File[],
    destination: Pick<FileDetails, 'categoryId' | 'albumId' | 'expiresIn'>,
  ): Promise<void>
  isEmpty(): boolean
}

export function createMemberQueue(setup: UploadSetup): MemberQueue {
  const { words, language } = setup
  const element = copyOf(setup.queueTemplate)
  const list = requiredElement(element, '[data-rows]')
  const signIn = requiredElement<HTMLDialogElement>(element, '[data-sign-in]')
  let isPaused = false
  const holdWords = { connection: words.waitingForConnection, session: words.signInToGoOn }
  const hold = createHold({
    isSignedIn: () => renewToken(setup),
    goOn() {
      signIn.close()
      for (const row of rowsIn('waiting')) wait(row)
      goOn()
    },
  })
  const queue: UploadQueue<UploadRow> = createUploadQueue({
    list,
    maxAtOnce,
    words,
    mayStart: (row) => !isPaused && hold.reason === undefined && !dialog.holds(row),
    requestOf: ({ details }) => ({
      address: setup.address,
      headers: { Accept: 'application/json', 'X-CSRF-Token': setup.csrfToken },
      fields: { ...details },
    }),
    onAnswer: settle,
    onLost(row) {
      if (row.abort?.signal.aborted) row.enter('failed', words.cancelled)
      else keepBack(row, 'connection', words.connectionLost)
    },
    onChange: update,
  })

  const wait = (row: UploadRow) => row.enter('waiting', words.waiting)
  const rowsIn = (state: UploadRow['state']) => queue.rows.filter((row) => row.state === state)
  const linksOf = (some: readonly UploadRow[]) =>
    some.flatMap(({ image }) => (image === undefined ? [] : [linkTo(image)])).join('\n')

  const bar = createQueueBar(element, queue, words, {
    links: () => linksOf(queue.rows),
    onStart: () => startAll('ready'),
    onRetry: () => void retryAll(),
    onPause() {
      isPaused = !isPaused
      goOn()
    },
    onCancel() {
      for (const row of rowsIn('waiting')) row.enter('failed', words.cancelled)
      for (const row of queue.rows) row.abort?.abort()
      update()
    },
    onClear() {
      for (const row of [...queue.rows]) queue.remove(row)
      update()
    },
    onEdit: () => dialog.open(queue.rows),
    onFinished: () => void refreshPage(),
  })
  const dialog = createEditDialog(element, setup, (hasChangedImages) => {
    if (hasChangedImages) void refreshPage()
    for (const row of rowsIn('refused')) startAgain(row)
    goOn()
  })

  function goOn(): void {
    update()
    queue.sendNext()
  }

  function update(): void {
    bar.show({ isPaused, held: hold.reason && holdWords[hold.reason] })
    element.hidden = queue.rows.length === 0
  }

  function startAll(state: 'ready' | 'failed'): void {
    isPaused = false
    for (const row of rowsIn(state)) wait(row)
    goOn()
  }

  async function retryAll(): Promise<void> {
    await renewToken(setup)
    startAll('failed')
  }

  /** Retries a refused file if its details have changed. */
  function startAgain(row: UploadRow): void {
    if (dialog.takeChanged(row)) wait(row)
  }

  /** Makes a file wait for a connection or a session. It continues on its own, unless it failed too often. */
  function keepBack(row: UploadRow, reason: HoldReason, failure: string): void {
    if (navigator.onLine) row.tries += 1
    if (row.tries > maxTries) {
      row.enter('failed', failure)
      return
    }
    hold.begin(reason)
    if (reason === 'session' && !signIn.open) signIn.showModal()
    wait(row)
    for (const each of rowsIn('waiting')) each.enter('waiting', holdWords[reason])
  }

  async function settle(
    row: UploadRow,
    answer: UploadAnswer<UploadedImage>,
    { status }: { status: number },
  ): Promise<void> {
    hold.answered()
    if (answer.ok) {
      row.image = answer.data
      requiredElement<HTMLAnchorElement>(row.element, '[data-do=open]').href = answer.data.href
      row.enter('done', answer.data.deduped ? words.duplicate : words.done)
      return
    }
    const { code = '', message } = answer.error
    if (status === 401 || status === 408) {
      keepBack(row, status === 401 ? 'session' : 'connection', message)
      return
    }
    if (code === 'BAD_REQUEST' && (await renewToken(setup))) {
      wait(row)
      return
    }
    if (refusalsOfFiles.includes(code)) row.endEditing()
    row.enter(isFinal(status) ? 'refused' : 'failed', message)
  }

  /** Removes a row, and focuses the next one. */
  function takeOut(removed: UploadRow): void {
    const place = queue.rows.indexOf(removed)
    queue.remove(removed)
    const next = queue.rows[place] ?? queue.rows.at(-1)
    const choose = document.querySelector<HTMLElement>('form[data-upload] input[type=file]')
    const elsewhere = choose ?? document.querySelector<HTMLElement>('main')
    ;(next?.element.querySelector<HTMLElement>('[data-do=remove]') ?? elsewhere)?.focus()
  }

  function bindButtons(row: UploadRow): void {
    const button = (action: string) => requiredElement<HTMLButtonElement>(row.element, `[data-do=${action}]`)
    bindCopyButton(button('copy'), { text: () => linksOf([row]), copied: () => words.copied })
    button('edit').addEventListener('click', () => dialog.open([row]))
    button('retry').addEventListener('click', async () => {
      await renewToken(setup)
      wait(row)
      goOn()
    })
    button('remove').addEventListener('click', () => {
      if (row.state === 'sending') row.abort?.abort()
      else takeOut(row)
      goOn()
    })
  }

  function refusalOf(file: File): string | undefined {
    if (file.size === 0) return words.empty
    // Without a type from the browser, the service checks it.
    if (file.type !== '' && !file.type.startsWith('image/')) return words.notAnImage
    if (file.size <= setup.maxBytes) return undefined
    const [size, limit] = formatOverLimit(file.size, setup.maxBytes, language)
    return words.tooLarge.replace('{size}', size).replace('{limit}', limit)
  }

  update()
  return {
    element,
    async add(files, destination) {
      const { startOnDrop, nameAsTitle } = readSettings()
      const former = list.lastElementChild
      for (const [index, file] of files.entries()) {
        if (index % madeTogether === madeTogether - 1) await nextTask()
        const title = nameAsTitle ? titleFromName(file.name) : ''
        const row = createUploadRow(file, { ...destination, title, description: '' }, setup)
        bindButtons(row)
        queue.add(row)
        const refusal = refusalOf(file)
        if (refusal === undefined) {
          if (startOnDrop) wait(row)
          showRemoved(row, setup)
        } else {
          row.endEditing()
          row.enter('refused', refusal)
        }
        if (index % madeTogether === 0 || index === files.length - 1) update()
      }
      queue.sendNext()
      // In the small list next to other pages, scroll to the added files.
      if (former) list.scrollTop = list.scrollHeight
    },
    isEmpty: () => queue.rows.length === 0,
  }
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

function linkTo({ url, title }: { url: string; title: string }): string {
  return copyFormats({ url, title, pageUrl: '', thumbnailUrl: '' })[readSettings().format]
}
