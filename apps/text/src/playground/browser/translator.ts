import { maxOf, showCounts } from './counts.ts'
import type { InPageCodec } from './in-page.ts'
import { createLatestWork } from './latest-work.ts'
import { cipherNotSent, textNotSent } from './not-sent.ts'
import { describeFailure, describeSuccess } from './outcome-words.ts'
import type { PageCodec, PageFailure, PageOutcome } from './page-codec.ts'
import type { PageElements } from './page-elements.ts'
import type { OfferedAlgorithm } from './service.ts'

export interface TranslatorOptions {
  page: PageElements
  algorithms: readonly OfferedAlgorithm[]
  service: PageCodec
  inPage: InPageCodec
}

/** Keeps one pane the image of the other. */
export interface Translator {
  /** The text has changed. */
  encode(): void
  /** The cipher has changed. */
  decode(): void
  /** What a text is encoded with is chosen: encodes it so. Where there is only a cipher, that is read. */
  choose(): void
  /** What came out becomes what goes in. */
  swap(): void
  /** The key or the place of work has changed: does the last again. */
  again(): void
}

/** How long to wait for the next key stroke before work that is not done at once. */
const pauseMs = 250

export function createTranslator({ page, algorithms, service, inPage }: TranslatorOptions): Translator {
  let direction: 'encode' | 'decode' = 'encode'
  let cipherNeedsKey = false
  let pausedUntilMs = 0
  const begin = createLatestWork(work)

  const isLocal = () => page.local.checked
  const preset = () => algorithms.find(({ id }) => id === page.preset.value)

  function keyInUse(): string {
    showKeySetting()
    return page.keySetting.hidden ? '' : page.key.value
  }

  function showKeySetting(): void {
    page.keySetting.hidden = !(preset()?.needKey || cipherNeedsKey)
  }

  function plan(delayMs: number): void {
    showCounts(page)
    showKeySetting()
    begin(isLocal() ? delayMs : Math.max(delayMs, pausedUntilMs - Date.now()))
  }

  /** What the page does by itself without deriving a key takes no time; all else waits for a pause in typing. */
  const delay = () => (isLocal() && keyInUse() === '' ? 0 : pauseMs)

  async function work(signal: AbortSignal): Promise<void> {
    const codec = isLocal() ? inPage : service
    const outcome =
      direction === 'encode' ? await encodeText(codec, signal) : await decodeCipher(codec, signal)
    if (signal.aborted) return
    page.playground.removeAttribute('aria-busy')
    if (outcome !== undefined) show(outcome)
    showCounts(page)
  }

  async function encodeText(codec: PageCodec, signal: AbortSignal): Promise<PageOutcome | undefined> {
    const text = page.text.area.value
    const key = keyInUse()
    const notSent = textNotSent({ text, key, most: maxOf(page.text) }, preset())
    if (notSent !== undefined) {
      page.cipher.area.value = ''
      page.status.say(notSent.words, notSent.tone)
      return undefined
    }
    announceWork(key)
    const request = { text, charsetId: page.charset.value, algorithmId: page.preset.value, key }
    return await codec.encode(request, signal)
  }

  async function decodeCipher(codec: PageCodec, signal: AbortSignal): Promise<PageOutcome | undefined> {
    const cipher = page.cipher.area.value
    const key = keyInUse()
    const notSent = cipherNotSent({ cipher, key, most: maxOf(page.cipher) })
    if (notSent !== undefined) {
      page.text.area.value = ''
      page.status.say(notSent.words, notSent.tone)
      return undefined
    }
    announceWork(key)
    const outcome = await codec.decode({ cipher, key }, signal)
    const isUnread = outcome.kind === 'failure' && outcome.code === 'DECODE_FAIL'
    // The service reads ciphers and nothing around them; the page finds one in what was pasted.
    return isUnread && !inPage.isCipher(cipher) ? await inPage.decode({ cipher, key }, signal) : outcome
  }

  /** Work with a key may take a second. */
  function announceWork(key: string): void {
    page.playground.setAttribute('aria-busy', 'true')
    if (key !== '') page.status.say((messages) => messages.working)
  }

  function show(outcome: PageOutcome): void {
    if (outcome.kind === 'failure') {
      showFailure(outcome)
    } else if (outcome.kind === 'key needed') {
      askForKey(outcome.algorithm)
    } else {
      if (outcome.kind === 'cipher') page.cipher.area.value = outcome.cipher
      else page.text.area.value = outcome.text
      page.status.say(describeSuccess(outcome, isLocal()), 'good')
    }
  }

  /** A key that is still in its field from before is tried. */
  function askForKey(algorithm: string): void {
    cipherNeedsKey = true
    showKeySetting()
    page.text.area.value = ''
    if (page.key.value === '') page.status.say((messages) => messages.keyWanted(algorithm))
    else plan(0)
  }

  function showFailure(outcome: PageFailure): void {
    const image = direction === 'encode' ? page.cipher : page.text
    image.area.value = ''
    page.status.say(describeFailure(outcome, inPage.kindOf(page.cipher.area.value)), 'bad')
    if (outcome.resetAtMs === undefined) return
    pausedUntilMs = outcome.resetAtMs
    plan(0)
  }

  function encode(): void {
    direction = 'encode'
    cipherNeedsKey = false
    plan(delay())
  }

  function decode(): void {
    direction = 'decode'
    plan(delay())
  }

  return {
    encode,
    decode,
    choose() {
      if (page.text.area.value === '' && page.cipher.area.value !== '') decode()
      else encode()
    },
    swap() {
      const [input, image] = direction === 'encode' ? [page.text, page.cipher] : [page.cipher, page.text]
      if (image.area.value === '') return
      input.area.value = image.area.value
      plan(0)
    },
    again() {
      plan(delay())
    },
  }
}
