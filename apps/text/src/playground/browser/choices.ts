import type { PageElements } from './page-elements.ts'
import type { Offers } from './service.ts'

/** Fills the two lists with what the service offers, the defaults chosen. */
export function fillChoices({ charset, preset }: PageElements, offers: Offers): void {
  charset.replaceChildren(
    ...offers.charsets.map(({ id, name, c0, c1, c2, c3, isDefault }) => {
      return new Option(`${name}  ${c0}${c1}${c2}${c3}`, id, isDefault, isDefault)
    }),
  )
  preset.replaceChildren(
    ...offers.algorithms.map(({ id, name, isDefault }) => new Option(name, id, isDefault, isDefault)),
  )
  charset.disabled = false
  preset.disabled = false
}
