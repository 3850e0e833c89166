import { bindThemeLinks } from '@pictoglyph/web/page/browser/masthead'
import { requiredElement } from '@pictoglyph/web/page/browser/required-element'
import { acceptChosen, acceptFiles } from '@pictoglyph/web/page/browser/upload/given-files'
import { createQueueRow, type QueueRow } from '@pictoglyph/web/page/browser/upload/queue-row'
import { isFinal, type SentFile, type UploadAnswer } from '@pictoglyph/web/page/browser/upload/send-file'
import { createUploadQueue } from '@pictoglyph/web/page/browser/upload/upload-queue'
import type { GuestWords } from '../guest-messages.ts'
import { askForLink } from './ask-for-link.ts'

/** Tries for each picture while the site is busy. */
const maxTries = 6
/** Refusals that end all uploads by this link. */
const endings: Readonly<Record<string, 'ended' | 'usedUp'>> = {
  UNAUTHORIZED: 'ended',
  FORBIDDEN: 'ended',
  KEY_USED_UP: 'usedUp',
}

/** A guest's picture in the queue. */
interface Picture extends QueueRow {
  /** The idempotency key of this upload. */
  token: string
}

const element = <E extends HTMLElement>(selector: string) => requiredElement<E>(document, selector)

const page = element('main')
const [problem, zone, status] = [element('[data-problem]'), element('[data-zone]'), element('[data-status]')]
const title = element('[data-title]')
const [usualTitle, usualPageTitle] = [title.textContent, document.title]
const template = element<HTMLTemplateElement>('[data-row]')
const { address = '', linkAddress = '', words: written = '{}', maxBytes } = page.dataset
const words: GuestWords = JSON.parse(written)

let key: string | undefined

const queue = createUploadQueue<Picture, { pageUrl: string }>({
  list: element('[data-rows]'),
  maxAtOnce: 2,
  words,
  mayStart: () => key !== undefined,
  requestOf: ({ token }) => ({
    address,
    // The key appears in no address.
    headers: { Authorization: `Bearer ${key}`, 'Idempotency-Key': token },
  }),
  onAnswer: settle,
  onLost: (picture) => picture.enter('failed', words.connectionLost),
  onChange: tell,
})

/** Reads the key from the fragment, and keeps it in the link to the other language. */
function readKey(): void {
  key = /^#(pgl_[0-9A-Za-z]{33})$/.exec(location.hash)?.[1]
  problem.hidden = key !== undefined
  problem.textContent = key === undefined ? words.incomplete : ''
  zone.hidden = key === undefined
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.choices a')) link.hash = location.hash
  if (key !== undefined) void showLink(key)
}

/** Displays the link's name, or that it accepts nothing any more. Without an answer the page stays the same. */
async function showLink(asked: string): Promise<void> {
  const link = await askForLink(linkAddress, asked)
  if (link === undefined || asked !== key) return
  const ending = endings[link.refusal]
  if (ending !== undefined) return closeWith(words[ending])
  title.textContent = link.title || usualTitle
  document.title = link.title || usualPageTitle
}

function add(files: Iterable<File>): void {
  if (zone.hidden) return
  for (const file of files) {
    const picture = Object.assign(createQueueRow(file, template), { token: randomToken() })
    requiredElement<HTMLElement>(picture.element, '[data-do=retry]').addEventListener('click', () => {
      picture.tries = 0
      picture.enter('waiting', words.waiting)
      queue.sendNext()
    })
    if (file.size > Number(maxBytes)) picture.enter('refused', words.tooLarge)
    else picture.enter('waiting', words.waiting)
    queue.add(picture)
  }
  tell()
  queue.sendNext()
}

async function settle(
  picture: Picture,
  answer: UploadAnswer<{ pageUrl: string }>,
  { status, retryAfter }: SentFile<unknown>,
): Promise<void> {
  if (answer.ok) {
    requiredElement<HTMLAnchorElement>(picture.element, '[data-do=open]').href = answer.data.pageUrl
    picture.enter('done', words.sent)
    return
  }
  picture.tries += 1
  if ((status === 503 || status === 429) && picture.tries < maxTries) {
    const seconds = secondsToWait(retryAfter)
    picture.enter('sending', words.busy.replace('{seconds}', String(seconds)))
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
    picture.enter('waiting', words.waiting)
    return
  }
  const { code = '' } = answer.error
  const ending = endings[code]
  if (ending !== undefined) return end(picture, words[ending])
  // A guest can't sign in to get more rights.
  const isRefused = isFinal(status) || status === 403
  picture.enter(isRefused ? 'refused' : 'failed', words.refused[code] ?? words.otherwise)
}

/** Refuses waiting pictures too, because the link accepts no more. */
function end(picture: Picture, reason: string): void {
  for (const one of queue.rows) {
    if (one === picture || one.state === 'waiting') one.enter('refused', reason)
  }
  closeWith(reason)
}

function closeWith(reason: string): void {
  zone.hidden = true
  problem.textContent = reason
  problem.hidden = false
}

function tell(): void {
  const [all, sent, refused] = [queue.rows.length, queue.count('done'), queue.count('failed', 'refused')]
  const isOver = sent + refused === all
  const sentence = !isOver ? words.progress : refused === 0 ? words.allSent : words.someRefused
  const told = sentence
    .replace('{sent}', String(sent))
    .replace('{all}', String(all))
    .replace('{refused}', String(refused))
  // A screen reader would repeat an equal text.
  if (status.textContent !== told) status.textContent = told
}

/**
 * The value of `Retry-After`, within bounds, plus a random share, so that clients that were refused together do not
 * return together.
 */
function secondsToWait(retryAfter: string | null): number {
  const seconds = Math.min(Math.max(Number(retryAfter) || 1, 1), 60)
  return seconds + Math.ceil(Math.random() * seconds)
}

/** Also works without https, where `crypto.randomUUID` is missing. */
const randomToken = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

addEventListener('hashchange', readKey)
bindThemeLinks()
readKey()
for (const input of document.querySelectorAll<HTMLInputElement>('[data-choose]')) acceptChosen(input, add)
acceptFiles({ add, onOver: (isOver) => page.classList.toggle('over', isOver) })
