import type { In } from '../../../texts.ts'
import type { queueTexts } from '../../queue-texts.ts'
import { percent, type QueueRow, type RowState } from './queue-row.ts'
import { type FileRequest, type SentFile, sendFile, type UploadAnswer } from './send-file.ts'

/** Files on their way to the site, in the order of their rows. */
export interface UploadQueue<Row extends QueueRow> {
  readonly rows: readonly Row[]
  count(...states: readonly RowState[]): number
  /** Appends a row. `sendNext` sends it if it is `waiting`. */
  add(row: Row): void
  remove(row: Row): void
  /** Sends the next waiting files, up to `maxAtOnce`. */
  sendNext(): void
}

/** The page's own part of a queue. */
interface QueueOptions<Row, Uploaded> {
  list: Element
  /** Files sent at once. More would only share the same connection. */
  maxAtOnce: number
  words: In<typeof queueTexts>
  mayStart(row: Row): boolean
  requestOf(row: Row): FileRequest
  /** The row is `sending` until this resolves, or until it enters another state. */
  onAnswer(row: Row, answer: UploadAnswer<Uploaded>, sent: SentFile<Uploaded>): Promise<void> | void
  /** No answer came: the connection was lost, or the upload aborted. */
  onLost(row: Row): void
  onChange(): void
}

/** Creates an upload queue. The browser asks before the user leaves the page while files wait or are being sent. */
export function createUploadQueue<Row extends QueueRow, Uploaded>(
  options: QueueOptions<Row, Uploaded>,
): UploadQueue<Row> {
  const { words, onChange } = options
  const rows: Row[] = []
  const count = (...states: readonly RowState[]) => rows.filter(({ state }) => states.includes(state)).length

  function sendNext(): void {
    for (const row of rows) {
      if (count('sending') >= options.maxAtOnce) return
      if (row.state === 'waiting' && options.mayStart(row)) void send(row)
    }
  }

  async function send(row: Row): Promise<void> {
    const abort = new AbortController()
    row.abort = abort
    row.enter('sending', percent(0))
    onChange()
    const sent = await sendFile<Uploaded>(row.file, options.requestOf(row), {
      signal: abort.signal,
      onProgress(share) {
        row.progress(share)
        onChange()
      },
    })
    if (sent === undefined) options.onLost(row)
    else if (sent.answer === null) stopByProxy(row, sent.status)
    else await options.onAnswer(row, sent.answer, sent)
    row.abort = undefined
    onChange()
    sendNext()
  }

  function stopByProxy(row: Row, status: number): void {
    if (status === 413) row.enter('refused', words.proxyTooLarge)
    else row.enter('failed', words.proxyAway.replace('{status}', String(status)))
  }

  addEventListener('beforeunload', (event) => {
    if (count('waiting', 'sending') > 0) event.preventDefault()
  })

  return {
    rows,
    count,
    add(row) {
      rows.push(row)
      options.list.append(row.element)
    },
    remove(row) {
      rows.splice(rows.indexOf(row), 1)
      row.element.remove()
    },
    sendNext,
  }
}
