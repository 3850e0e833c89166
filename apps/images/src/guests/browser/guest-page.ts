import { bindThemeLinks } from '@pictoglyph/web/page/browser/masthead'
import type { GuestWords } from '../guest-messages.ts'
import { askForLink } from './ask-for-link.ts'
import { createPictureRow, type PictureRow } from './picture-row.ts'
import { sendPicture } from './send-picture.ts'

/** Pictures that are sent at the same time. */
const maxAtOnce = 2
/** So often a picture is sent again without being asked, while the site is busy. */
const maxTries = 6
/** Refusals after which nothing more can be sent. */
const endings: Readonly<Record<string, 'ended' | 'usedUp'>> = {
  UNAUTHORIZED: 'ended',
  FORBIDDEN: 'ended',
  KEY_USED_UP: 'usedUp',
}
const mayPass: ReadonlySet<string> = new Set(['', 'STORAGE_FAILED', 'INTERNAL', 'RATE_LIMITED', 'OVERLOADED'])

interface Picture {
  file: File
  row: PictureRow
  token: string
  tries: number
}

const element = <E extends HTMLElement>(selector: string): E => {
  const found = document.querySelector<E>(selector)
  if (!found) throw new Error(`the page has no ${selector}`)
  return found
}

const page = element('main')
const [problem, zone, status, rows] = [
  element('[data-problem]'),
  element('[data-zone]'),
  element('[data-status]'),
  element('[data-rows]'),
]
const title = element('[data-title]')
const [usualTitle, usualPageTitle] = [title.textContent, document.title]
const template = element<HTMLTemplateElement>('[data-row]')
const { address = '', linkAddress = '', words: written = '{}', maxBytes } = page.dataset
const words: GuestWords = JSON.parse(written)

const waiting: Picture[] = []
const counts = { all: 0, sent: 0, refused: 0, going: 0 }
let key: string | undefined

/** The key is in the fragment, which a link to the page in the other language has to keep. */
function readKey(): void {
  key = /^#(pgl_[0-9A-Za-z]{33})$/.exec(location.hash)?.[1]
  problem.hidden = key !== undefined
  problem.textContent = key === undefined ? words.incomplete : ''
  zone.hidden = key === undefined
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.choices a')) link.hash = location.hash
  if (key !== undefined) void showLink(key)
}

/** Says what the link is called, and at once if it takes nothing any more. Without an answer the page is as it was. */
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
    const row = createPictureRow(file, template, rows, words)
    const picture = { file, row, token: randomToken(), tries: 0 }
    counts.all += 1
    if (file.size > Number(maxBytes)) refuse(picture, words.tooLarge)
    else enqueue(picture)
  }
  tell()
}

function enqueue(picture: Picture): void {
  picture.row.wait()
  waiting.push(picture)
  sendNext()
}

function sendNext(): void {
  while (counts.going < maxAtOnce) {
    const picture = waiting.shift()
    if (picture === undefined || key === undefined) return
    counts.going += 1
    void send(picture, key).finally(() => {
      counts.going -= 1
      tell()
      sendNext()
    })
  }
}

async function send(picture: Picture, key: string): Promise<void> {
  const { file, row, token } = picture
  picture.tries += 1
  row.progress(0)
  const sent = await sendPicture(file, { address, key, token, onProgress: (share) => row.progress(share) })
  if (sent.kind === 'sent') {
    counts.sent += 1
    return row.sent(sent.pageUrl)
  }
  if (sent.kind === 'lost') return offerAgain(picture, words.lost)
  if (sent.kind === 'foreign') {
    if (sent.status === 413) return refuse(picture, words.proxyTooLarge)
    return offerAgain(picture, words.proxyAway.replace('{status}', String(sent.status)))
  }
  if (sent.kind === 'busy' && picture.tries < maxTries) {
    row.busy(sent.seconds)
    await new Promise((resolve) => setTimeout(resolve, sent.seconds * 1_000))
    waiting.unshift(picture)
    return
  }
  const ending = endings[sent.code]
  if (ending !== undefined) return end(picture, words[ending])
  const reason = words.refused[sent.code] ?? words.otherwise
  if (mayPass.has(sent.code)) offerAgain(picture, reason)
  else refuse(picture, reason)
}

function refuse({ row }: Picture, reason: string): void {
  counts.refused += 1
  row.fail(reason)
}

function offerAgain(picture: Picture, reason: string): void {
  counts.refused += 1
  picture.row.fail(reason, () => {
    counts.refused -= 1
    picture.tries = 0
    enqueue(picture)
    tell()
  })
}

/** The link accepts no more, so waiting pictures are not sent either. */
function end(picture: Picture, reason: string): void {
  for (const one of [picture, ...waiting.splice(0)]) refuse(one, reason)
  closeWith(reason)
}

function closeWith(reason: string): void {
  zone.hidden = true
  problem.textContent = reason
  problem.hidden = false
}

function tell(): void {
  const { all, sent, refused } = counts
  const isOver = sent + refused === all
  const said = !isOver ? words.progress : refused === 0 ? words.allSent : words.someRefused
  status.textContent = said
    .replace('{sent}', String(sent))
    .replace('{all}', String(all))
    .replace('{refused}', String(refused))
}

/** Works without https too, where `crypto.randomUUID` is missing. */
const randomToken = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

function acceptFiles(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('[data-choose]')) {
    input.addEventListener('change', () => {
      add([...(input.files ?? [])])
      input.value = ''
    })
  }
  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
  document.addEventListener('dragover', (event) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    page.classList.add('over')
  })
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) page.classList.remove('over')
  })
  document.addEventListener('drop', (event) => {
    page.classList.remove('over')
    if (event.dataTransfer === null || !carriesFiles(event)) return
    event.preventDefault()
    add([...event.dataTransfer.files])
  })
  document.addEventListener('paste', ({ clipboardData }) => add([...(clipboardData?.files ?? [])]))
}

addEventListener('beforeunload', (event) => {
  if (counts.going > 0 || waiting.length > 0) event.preventDefault()
})
addEventListener('hashchange', readKey)
bindThemeLinks()
readKey()
acceptFiles()
