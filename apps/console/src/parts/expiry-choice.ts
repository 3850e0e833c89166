/** The spans that every form offers, in the command's notation. */
export const offeredSpans = ['forever', '1h', '1d', '7d', '30d'] as const

/** The choice with its own field for a span or a last day. */
export const custom = 'custom'

/** The name of the field for Custom. */
export const customName = (name: string): string => `${name}.custom`

/** The chosen span, `forever`, the text for Custom, or '' for none. */
export function spanIn(form: { get(name: string): unknown }, name: string): string {
  const textOf = (field: string) => String(form.get(field) ?? '').trim()
  const chosen = textOf(name)
  return chosen === custom ? textOf(customName(name)) : chosen
}
