import { isAlgorithmType, worthOf } from '@pictoglyph/codec/scheme'
import { nameIn } from '../messages.ts'
import type { PageElements } from './page-elements.ts'
import { pageMessages } from './page-language.ts'
import type { OfferedAlgorithm, OfferedCharset, Offers } from './service.ts'

/** Fills both lists with the service's offers, and selects the last choices or the defaults. */
export function fillChoices(page: PageElements, offers: Offers): void {
  const { charset, preset, local } = page
  charset.replaceChildren(
    ...offers.charsets.map(({ id, isDefault }) => new Option('', id, isDefault, isDefault)),
  )
  preset.replaceChildren(
    ...offers.algorithms.map(({ id, isDefault }) => new Option('', id, isDefault, isDefault)),
  )
  const kept = keptChoices()
  choose(charset, kept.charset)
  choose(preset, kept.preset)
  local.checked = kept.local || isSecret(page, offers)
  showWorth(page, offers)
  charset.disabled = false
  preset.disabled = false
}

/** Labels each set and preset, a preset with its protection, and explains that of the selected one. */
export function showWorth(page: PageElements, offers: Offers): void {
  const { preset, worth } = page
  const { algorithms } = offers
  showTildeNote(page, offers)
  page.suggestKey.hidden = !isSecret(page, offers)
  const messages = pageMessages()
  for (const option of page.charset.options) {
    const offered = offers.charsets.find(({ id }) => id === option.value)
    if (offered !== undefined) option.textContent = charsetLabel(offered)
  }
  for (const option of preset.options) {
    const offered = algorithms.find(({ id }) => id === option.value)
    const worthIs = offered && worthOfType(offered)
    option.textContent = `${nameIn(messages, offered?.name ?? '')}${worthIs ? ` · ${messages[worthIs]}` : ''}`
  }
  const chosen = algorithms.find(({ id }) => id === preset.value)
  const chosenWorth = chosen && worthOfType(chosen)
  worth.textContent = chosenWorth ? messages[`${chosenWorth}Note`] : ''
}

/** Whether the selected preset keeps a secret. */
export function isSecret({ preset }: PageElements, { algorithms }: Offers): boolean {
  const chosen = algorithms.find(({ id }) => id === preset.value)
  return chosen !== undefined && worthOfType(chosen) === 'secret'
}

const charsetLabel = ({ name, c0, c1, c2, c3 }: OfferedCharset) =>
  `${nameIn(pageMessages(), name)}  ${c0}${c1}${c2}${c3}`

const hasTilde = ({ c0, c1, c2, c3 }: OfferedCharset) => /[~～]/.test(c0 + c1 + c2 + c3)

function showTildeNote({ charset, tildeNote }: PageElements, { charsets }: Offers): void {
  const chosen = charsets.find(({ id }) => id === charset.value)
  tildeNote.hidden = chosen === undefined || !hasTilde(chosen)
  // Keyboards and markup do not change these symbols.
  const other = charsets.find((set) => /^\p{Script=Han}+$/u.test(set.c0 + set.c1 + set.c2 + set.c3))
  tildeNote.textContent = pageMessages().tildeNote(nameIn(pageMessages(), other?.name ?? ''))
}

const worthOfType = ({ type }: OfferedAlgorithm) => (isAlgorithmType(type) ? worthOf[type] : undefined)

function choose(list: HTMLSelectElement, id: string): void {
  if ([...list.options].some(({ value }) => value === id)) list.value = id
}

interface KeptChoices {
  charset: string
  preset: string
  local: boolean
}

const keptUnder = 'pictoglyph.playground'

/** Stores the choices in this browser for the next visit, but never a text, a cipher or a key. */
export function keepChoices({ charset, preset, local }: PageElements): void {
  const kept: KeptChoices = { charset: charset.value, preset: preset.value, local: local.checked }
  localStorage.setItem(keptUnder, JSON.stringify(kept))
}

/** Reads the stored choices. Ignores invalid values, which another release or program may have written. */
function keptChoices(): KeptChoices {
  let kept: Partial<Record<keyof KeptChoices, unknown>> | null = null
  try {
    kept = JSON.parse(localStorage.getItem(keptUnder) ?? 'null')
  } catch (error) {
    console.warn('The last choices could not be read:', error)
  }
  return { charset: String(kept?.charset), preset: String(kept?.preset), local: kept?.local === true }
}
