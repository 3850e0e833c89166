import { copyFormats } from '@pictoglyph/site/images/copy-formats'
import { titleFromName } from '@pictoglyph/site/images/title-from-name'
import { formatBytes, formatOverLimit } from '@pictoglyph/site/language/format-bytes'
import { bindCopyButton } from '@pictoglyph/web/page/browser/copy-button'
import { nameOfNew } from '../../albums/new-album-choice.ts'
import { refreshPage } from '../browsing.ts'
import { createEditDialog } from './edit-dialog.ts'
import { createHold, type HoldReason } from './hold.ts'
import { createQueueBar } from './queue-bar.ts'
import {
  cloneTemplate,
  createQueueRow,
  type FileDetails,
  type QueueRow,
  type RowAction,
} from './queue-row.ts'
import { showRemoved } from './removed-words.ts'
import { type SentFile, sendFile } from './send-file.ts'
import { readSettings } from './upload-settings.ts'
import { renewToken, type UploadSetup } from './upload-setup.ts'

/** Files that are on their way at once: more would only share the same connection. */
const maxAtOnce = 3

/** A file whose sending breaks off so often has another fault than the connection. */
const maxTries = 5

/** Rows that are made before the page may react to something else. */
const madeTogether = 8

/** Another title, category or album makes none of these better. */
const refusalsOfFiles = ['TOO_LARGE', 'INVALID_IMAGE', 'TYPE_NOT_ALLOWED']

/** Files on their way to the site, with their rows and one bar. It outlives the page that it began on. */
export interface UploadQueue {
  readonly element: HTMLElement
  /** @param destination where they go, and whether their names are titles */
  add(
    files: readonly File[],
    destination: Pick<FileDetails, 'categoryId' | 'albumId' | 'expiresIn'>,
  ): Promise<void>
  isEmpty(): boolean
  isSending(): boolean
}

export function createUploadQueue(setup: UploadSetup): UploadQueue {
  const { words, language } = setup
  const element = cloneTemplate(setup.queueTemplate)
  const list = element.querySelector('[data-rows]')
  if (list === null) throw new Error('the queue has no list')
  let rows: QueueRow[] = []
  const tries = new WeakMap<QueueRow, number>()
  let isPaused = false
  const holdWords = { connection: words.waitingForConnection, session: words.signInToGoOn }
  const hold = createHold({
    isSignedIn: () => renewToken(setup),
    goOn() {
      signIn?.close()
      for (const row of rows) if (row.state === 'waiting') row.enter('waiting')
      update()
      sendNext()
    },
  })
  const signIn = element.querySelector<HTMLDialogElement>('[data-sign-in]')

  const count = (...states: QueueRow['state'][]) => rows.filter(({ state }) => states.includes(state)).length
  const linksOf = (some: readonly QueueRow[]) =>
    some.flatMap(({ image }) => (image === undefined ? [] : [linkTo(image)])).join('\n')

  const bar = createQueueBar(element, words, {
    links: () => linksOf(rows),
    onStart: () => startAll('ready'),
    onRetry: () => void retryAll(),
    onPause() {
      isPaused = !isPaused
      update()
      sendNext()
    },
    onCancel() {
      for (const row of rows) if (row.state === 'waiting') row.stop('failed', words.cancelled)
      for (const row of rows) row.abort?.abort()
      update()
    },
    onClear() {
      for (const row of rows) row.element.remove()
      rows = []
      update()
    },
    onEdit: () => dialog.open(rows),
    onFinished: () => void refreshPage(),
  })
  const dialog = createEditDialog(element, setup, (hasChangedImages) => {
    if (hasChangedImages) void refreshPage()
    for (const row of rows) if (row.state === 'refused') startAgain(row)
    update()
    sendNext()
  })

  function update(): void {
    const counted = rows.filter(({ state }) => state !== 'refused')
    const totalBytes = counted.reduce((sum, { file }) => sum + file.size, 0)
    const sentBytes = counted.reduce((sum, { file, share }) => sum + file.size * share, 0)
    bar.show({
      all: rows.length,
      ready: count('ready'),
      active: count('waiting', 'sending'),
      done: count('done'),
      failed: count('failed'),
      refused: count('refused'),
      share: totalBytes === 0 ? 0 : sentBytes / totalBytes,
      isPaused,
      held: hold.reason && holdWords[hold.reason],
    })
    element.hidden = rows.length === 0
  }

  function startAll(state: 'ready' | 'failed'): void {
    isPaused = false
    for (const row of rows) if (row.state === state) row.enter('waiting')
    update()
    sendNext()
  }

  async function retryAll(): Promise<void> {
    await renewToken(setup)
    startAll('failed')
  }

  /** A refused file whose details are others now is tried again. */
  function startAgain(row: QueueRow): void {
    if (dialog.takeChanged(row)) row.enter('waiting')
  }

  function sendNext(): void {
    if (isPaused || hold.reason !== undefined) return
    for (const row of rows) {
      if (count('sending') >= maxAtOnce) return
      if (row.state === 'waiting' && !dialog.holds(row)) void send(row)
    }
  }

  async function send(row: QueueRow): Promise<void> {
    const abort = new AbortController()
    row.abort = abort
    row.enter('sending')
    update()
    try {
      const sent = await sendFile(
        { file: row.file, fields: { ...row.details } },
        {
          address: setup.address,
          csrfToken: setup.csrfToken,
          signal: abort.signal,
          onProgress(share) {
            row.progress(share)
            update()
          },
        },
      )
      await settle(row, sent)
    } catch {
      // The browser tells no more than that it got no answer.
      if (abort.signal.aborted) row.stop('failed', words.cancelled)
      else keepBack(row, 'connection', words.connectionLost)
    }
    row.abort = undefined
    update()
    sendNext()
  }

  /** Nothing that someone has given is lost: it waits, and goes on by itself. */
  function keepBack(row: QueueRow, reason: HoldReason, failure: string): void {
    const tried = (tries.get(row) ?? 0) + (navigator.onLine ? 1 : 0)
    tries.set(row, tried)
    if (tried > maxTries) {
      row.stop('failed', failure)
      return
    }
    hold.begin(reason)
    if (reason === 'session' && signIn?.open === false) signIn.showModal()
    row.enter('waiting')
    for (const each of rows) if (each.state === 'waiting') each.enter('waiting', holdWords[reason])
  }

  async function settle(row: QueueRow, sent: SentFile): Promise<void> {
    if ('foreignStatus' in sent) {
      const isTooLarge = sent.foreignStatus === 413
      const reason = isTooLarge ? words.proxyTooLarge : words.proxyAway
      row.stop(isTooLarge ? 'refused' : 'failed', reason.replace('{status}', String(sent.foreignStatus)))
      return
    }
    const { answer, status, isFinal } = sent
    hold.answered()
    if (answer.ok) {
      row.end(answer.data)
      return
    }
    const { code = '', message } = answer.error
    if (status === 401) {
      keepBack(row, 'session', message)
      return
    }
    if (status === 408) {
      keepBack(row, 'connection', message)
      return
    }
    const hasNewToken = code === 'BAD_REQUEST' && (await renewToken(setup))
    if (hasNewToken) row.enter('waiting')
    else row.stop(isFinal ? 'refused' : 'failed', message, !refusalsOfFiles.includes(code))
  }

  async function runAction(row: QueueRow, action: RowAction): Promise<void> {
    switch (action) {
      case 'edit':
        dialog.open([row])
        return
      case 'retry':
        await renewToken(setup)
        row.enter('waiting')
        break
      case 'remove':
        if (row.state === 'sending') row.abort?.abort()
        else takeOut(row)
        break
    }
    update()
    sendNext()
  }

  /** The keyboard goes on at the row after one that is taken out. */
  function takeOut(removed: QueueRow): void {
    const place = rows.indexOf(removed)
    rows = rows.filter((one) => one !== removed)
    removed.element.remove()
    const next = (rows[place] ?? rows.at(-1))?.element.querySelector<HTMLElement>('[data-do=remove]')
    const choose = document.querySelector<HTMLElement>('form[data-upload] input[type=file]')
    const elsewhere = choose ?? document.querySelector<HTMLElement>('main')
    ;(next ?? elsewhere)?.focus()
  }

  function destinationOf(details: FileDetails): string[] {
    const album = nameOfNew(details.albumId, '') ?? setup.albums.get(details.albumId)
    return [
      setup.categories.get(details.categoryId) ?? details.categoryId,
      ...(album === undefined ? [] : [words.inAlbum.replace('{name}', album)]),
    ]
  }

  function refusalOf(file: File): string | undefined {
    if (file.size === 0) return words.empty
    // Where the browser knows no type the service has a look.
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
        const row = createQueueRow({
          file,
          details: { ...destination, title: nameAsTitle ? titleFromName(file.name) : '', description: '' },
          template: setup.rowTemplate,
          words,
          size: formatBytes(file.size, language),
          destinationOf,
          onAction: (row, which) => void runAction(row, which),
          onCopy: (button, row) =>
            bindCopyButton(button, { text: () => linksOf([row]), copied: () => words.copied }),
        })
        rows.push(row)
        list.append(row.element)
        const refusal = refusalOf(file)
        if (refusal !== undefined) row.stop('refused', refusal, false)
        else {
          if (startOnDrop) row.enter('waiting')
          showRemoved(row, setup)
        }
        if (index % madeTogether === 0 || index === files.length - 1) update()
      }
      sendNext()
      // Beside other pages, where the list has little room, it goes on at what was added.
      if (former) list.scrollTop = list.scrollHeight
    },
    isEmpty: () => rows.length === 0,
    isSending: () => count('sending', 'waiting') > 0,
  }
}

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve))

function linkTo({ url, title }: { url: string; title: string }): string {
  return copyFormats({ url, title, pageUrl: '', thumbnailUrl: '' })[readSettings().format]
}
