import type { Both } from './both.ts'

/** How a form asks for the value of a setting. */
export type SettingControl =
  /** A number from `least` to `most`. Forms show it divided by `unit`; other than 1 it may have a fraction there. */
  | { readonly as: 'number'; readonly least: number; readonly most: number; readonly unit: number }
  | { readonly as: 'line'; readonly isRequired?: boolean }
  | { readonly as: 'lines' }
  /** One of the words, under its label. */
  | { readonly as: 'choice'; readonly choices: Readonly<Record<string, Both>> }
  /** Any of the words, which {@link SettingKind.write} joins by commas. */
  | { readonly as: 'boxes'; readonly choices: Readonly<Record<string, Both>> }
  /** A span such as `30d`, or `forever`. */
  | { readonly as: 'span' }

/** What values a setting takes, and how they are read and written. */
export interface SettingKind<Value> {
  /** The value that a text means; `undefined` if it is none. */
  read(text: string): Value | undefined
  /** The value as an operator writes it. */
  write(value: Value): string
  /** As much as is understood of a stored text that {@link read} does not take. */
  nearest?(text: string): Value | undefined
  readonly control: SettingControl
}

/**
 * A setting of the whole site. Its field in the console, the command's `policy`, its name in refusals and its row in
 * `docs/reference/configuration.md` follow from the definition.
 */
export interface Setting<Value> {
  readonly kind: SettingKind<Value>
  /** In force until an operator changes it. */
  readonly default: NoInfer<Value>
  /**
   * In force in place of a stored text of which nothing is understood, where the default would allow more than an
   * operator may have meant.
   */
  readonly strictest?: NoInfer<Value>
  readonly label: Both
  readonly hint?: Both
  /** English Markdown, for the reference. */
  readonly meaning: string
}
