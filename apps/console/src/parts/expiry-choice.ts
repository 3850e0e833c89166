/** The spans that every form offers, as the rules read them. */
export const offeredSpans = ['forever', '1h', '1d', '7d', '30d'] as const

/** Chosen where the span, or the last day, is written beside the choice. */
export const custom = 'custom'

/** What the field beside a choice is called. */
export const customName = (name: string): string => `${name}.custom`

/** What was chosen: a span, `forever`, what was written for Custom, or '' for none. */
export function spanIn(form: { get(name: string): unknown }, name: string): string {
  const textOf = (field: string) => String(form.get(field) ?? '').trim()
  const chosen = textOf(name)
  return chosen === custom ? textOf(customName(name)) : chosen
}
