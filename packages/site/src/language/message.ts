/**
 * A message as a template and its values, as in gettext: the English template is the key of its translations. It is
 * plain data, so it can be sent between threads.
 */
export interface Message {
  /** The English text, with a placeholder such as `{name}` for each value. Always the program's own text. */
  readonly template: string
  readonly values: Readonly<Record<string, MessageValue>>
}

/** The value of an argument: a literal text, or a message in the reader's language. */
export type MessageValue = string | number | Message

/** The names of a template's placeholders: `'name' | 'most'` for `{name} has at most {most}`. */
export type PlaceOf<Template extends string> = Template extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlaceOf<Rest>
  : never

/** The template's own type if it is a literal in the code; `never` for a text that is known only at run time. */
type Written<Template extends string> = Record<never, never> extends Record<Template, 1> ? never : Template

/**
 * Creates a message. The types require a literal template, with a value for each placeholder.
 * @example message('{folder} holds {count} files.', { folder: 'cats', count: 3 })
 */
export function message<const Template extends string>(
  template: Template & Written<Template>,
  ...[values]: [PlaceOf<Template>] extends [never] ? [] : [Readonly<Record<PlaceOf<Template>, MessageValue>>]
): Message {
  return { template, values: values ?? {} }
}

/** A message in another program's words, such as an error's message. It is not translated. */
export function verbatim(words: string): Message {
  return message('{detail}', { detail: words })
}

/** The message in English. */
export function inEnglish(message: Message): string {
  return inWords(message, (template) => template)
}

/**
 * The message, with all messages within it, in another language.
 * @param wordsOf returns the template in that language, with the same placeholders
 */
export function inWords(message: Message, wordsOf: (template: string) => string): string {
  const { template, values } = message
  const wordsAndPlaces = wordsOf(template).split(/\{(\w+)\}/)
  let said = wordsAndPlaces[0]!
  for (let at = 1; at < wordsAndPlaces.length; at += 2) {
    const value = values[wordsAndPlaces[at]!]!
    said += typeof value === 'object' ? inWords(value, wordsOf) : value
    said += wordsAndPlaces[at + 1]!
  }
  return said
}

/** The templates of a message and of all messages within it. */
export function templatesOf({ template, values }: Message): string[] {
  const inner = Object.values(values).filter((value) => typeof value === 'object')
  return [template, ...inner.flatMap(templatesOf)]
}
