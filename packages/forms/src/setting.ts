import type { Both } from './both.ts'

/** The form control for a setting. */
export type SettingControl =
  /** A number from `least` to `most`. Forms display it divided by `unit`; unless that is 1, fractions are allowed. */
  | { readonly as: 'number'; readonly least: number; readonly most: number; readonly unit: number }
  | { readonly as: 'line'; readonly isRequired?: boolean }
  | { readonly as: 'lines' }
  /** One of the words, each with its label. */
  | { readonly as: 'choice'; readonly choices: Readonly<Record<string, Both>> }
  /** Any of the words. {@link SettingKind.write} joins them with commas. */
  | { readonly as: 'boxes'; readonly choices: Readonly<Record<string, Both>> }
  /** A span such as `30d`, or `forever`. */
  | { readonly as: 'span' }

/** The values that a setting takes, and how they are read and written. */
export interface SettingKind<Value> {
  /** Parses a value; `undefined` if the text is invalid. */
  read(text: string): Value | undefined
  /** Formats a value as operators write it. */
  write(value: Value): string
  /** The closest valid value for a stored text that {@link read} rejects. */
  nearest?(text: string): Value | undefined
  readonly control: SettingControl
}

/**
 * A setting of the whole site. Its field in the console, the command's `policy`, its name in refusals and its row in
 * `docs/reference/configuration.md` follow from the definition.
 */
export interface Setting<Value> {
  readonly kind: SettingKind<Value>
  /** Applies until an operator changes it. */
  readonly default: NoInfer<Value>
  /** Replaces an unreadable stored text, if the default might allow more than the operator meant. */
  readonly strictest?: NoInfer<Value>
  readonly label: Both
  readonly hint?: Both
  /** Description for the reference, in English Markdown. */
  readonly meaning: string
}
