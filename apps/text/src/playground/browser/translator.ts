import { keySpacesOf } from '@pictoglyph/codec/key-spaces'
import { LIMIT_WINDOW_MS } from '@pictoglyph/site/access/limit-window'
import { maxOf, showCounts } from './counts.ts'
import type { InPageCodec } from './in-page.ts'
import { cipherNotSent, textNotSent } from './not-sent.ts'
import { describeFailure, describeSuccess } from './outcome-words.ts'
import type { PageCodec, PageFailure, PageOutcome } from './page-codec.ts'
import type { PageElements } from './page-elements.ts'
import type { OfferedAlgorithm } from './service.ts'
import type { Tone } from './status-line.ts'

interface TranslatorOptions {
  page: PageElements
  algorithms: readonly OfferedAlgorithm[]
  service: PageCodec
  inPage: InPageCodec
}

/** Makes one pane mirror the other. */
interface Translator {
  /** Call after a change of the text. */
  encode(): void
  /** Call after a change of the cipher. */
  decode(): void
  /** Call after a new choice. Encodes the text; if there is only a cipher, decodes that. */
  choose(): void
  /** Makes the output the new input. */
  swap(): void
  /** Call after a letter of the key. With a costly derivation, work waits until the key field loses focus. */
  keyTyped(): void
  /** Call when the key field loses focus, or on Enter. Uses a key that has waited. */
  keyLeft(): void
  /** Call after a change of key or place. Repeats the last work. */
  again(): void
}

/** Pause after a key stroke before work begins. */
const pauseMs = 400

/** The longest delay of timers. */
const untilFieldIsLeft = 2 ** 31 - 1

/** Failures that do not concern the input. The page itself works meanwhile. */
const absences = ['RATE_LIMITED', 'UNREACHABLE', 'OVERLOADED']

export function createTranslator({ page, algorithms, service, inPage }: TranslatorOptions): Translator {
  let direction: 'encode' | 'decode' = 'encode'
  let cipherNeedsKey = false
  let cipherType = ''
  let keyTaken = ''
  let pausedUntilMs = 0
  const begin = createLatestWork(work)

  const isLocal = () => page.local.checked
  const preset = () => algorithms.find(({ id }) => id === page.preset.value)

  function keyInUse(): string {
    showKeySetting()
    keyTaken = page.key.value
    return page.keySetting.hidden ? '' : keyTaken
  }

  function showKeySetting(): void {
    page.keySetting.hidden = !(preset()?.needKey || cipherNeedsKey)
  }

  function plan(delayMs: number): void {
    showCounts(page)
    showKeySetting()
    begin(delayMs)
  }

  /** No delay for work within the page without a key; all other work waits for a pause in typing. */
  const delay = () => (isLocal() && (page.keySetting.hidden || page.key.value === '') ? 0 : pauseMs)

  async function work(signal: AbortSignal): Promise<void> {
    const isHere = isLocal() || performance.now() < pausedUntilMs
    let workedHere = isHere
    let outcome = await workBy(isHere ? inPage : service, signal)
    if (signal.aborted) return
    if (!isHere && outcome?.kind === 'failure' && absences.includes(outcome.code)) {
      // This device's clock may be wrong by hours.
      const waitMs = Math.min((outcome.resetAtMs ?? 0) - Date.now(), LIMIT_WINDOW_MS)
      pausedUntilMs = performance.now() + waitMs
      workedHere = true
      outcome = await workBy(inPage, signal)
      if (signal.aborted) return
    }
    page.playground.removeAttribute('aria-busy')
    page.text.area.toggleAttribute('data-doubted', isDoubted(outcome))
    if (outcome !== undefined) show(outcome, workedHere)
    showCounts(page)
  }

  const workBy = (codec: PageCodec, signal: AbortSignal): Promise<PageOutcome | undefined> =>
    direction === 'encode' ? encodeText(codec, signal) : decodeCipher(codec, signal)

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
    return isForPage(outcome, key) ? await inPage.decode({ cipher, key }, signal) : outcome
  }

  /** The service reads exact ciphers with exact keys. The page finds more, and what happened to a doubtful one. */
  function isForPage(outcome: PageOutcome, key: string): boolean {
    if (outcome.kind === 'text') return outcome.doubt !== undefined
    const isUnread = outcome.kind === 'failure' && outcome.code === 'DECODE_FAIL'
    return isUnread && (keySpacesOf(key) !== undefined || !inPage.isCipher(page.cipher.area.value))
  }

  /** Announces the work, because a key may take a second. */
  function announceWork(key: string): void {
    page.playground.setAttribute('aria-busy', 'true')
    if (key !== '') page.status.say((messages) => messages.working)
  }

  function show(outcome: PageOutcome, isHere: boolean): void {
    if (outcome.kind === 'failure') {
      showFailure(outcome)
    } else if (outcome.kind === 'key needed') {
      askForKey(outcome.algorithm)
    } else {
      if (outcome.kind === 'cipher') page.cipher.area.value = outcome.cipher
      else page.text.area.value = outcome.text
      page.status.say(
        describeSuccess(outcome, isHere, page.keySetting.hidden ? '' : keyTaken),
        toneOf(outcome),
      )
    }
  }

  /** Asks for a key, or tries the one that is still in the field. */
  function askForKey(algorithm: string): void {
    cipherNeedsKey = true
    cipherType = algorithm
    showKeySetting()
    page.text.area.value = ''
    if (page.key.value === '') page.status.say((messages) => messages.keyWanted(algorithm))
    else plan(0)
  }

  function showFailure(outcome: PageFailure): void {
    const image = direction === 'encode' ? page.cipher : page.text
    image.area.value = outcome.doubted ?? ''
    page.status.say(describeFailure(outcome), 'bad')
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
    keyTyped() {
      const type = direction === 'encode' ? preset()?.type : cipherType
      plan(type === 'AESGCM' ? untilFieldIsLeft : delay())
    },
    keyLeft() {
      if (page.key.value !== keyTaken) plan(0)
    },
    again() {
      plan(0)
    },
  }
}

const toneOf = (outcome: PageOutcome): Tone =>
  outcome.kind === 'text' && (outcome.doubt ?? outcome.leftOut) !== undefined ? 'warn' : 'good'

const isDoubted = (outcome: PageOutcome | undefined) =>
  outcome?.kind === 'failure' && outcome.doubted !== undefined

/**
 * Returns a function that starts work after a delay in milliseconds. It cancels earlier work, so that late results
 * never overwrite new ones.
 * @param work gets a signal that is aborted on cancellation
 */
function createLatestWork(work: (signal: AbortSignal) => Promise<void>): (delayMs: number) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = new AbortController()
  return (delayMs) => {
    clearTimeout(timer)
    running.abort()
    running = new AbortController()
    const { signal } = running
    if (delayMs <= 0) void work(signal)
    else timer = setTimeout(() => void work(signal), delayMs)
  }
}
