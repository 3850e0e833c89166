/**
 * A sentence whose words and facts travel apart, after the manner of gettext: its English template is the key by
 * which another language has it. It is plain data, and stays itself where it is cloned between threads.
 */
export interface Sentence {
  /** English, with a place such as `{name}` for each value; only the program's own text is ever one. */
  readonly template: string
  readonly values: Readonly<Record<string, SentenceValue>>
}

/** What stands in a place. A text stands there as it is, braces and all; a sentence in the reader's language. */
export type SentenceValue = string | number | Sentence

/** The names of a template's places: `'name' | 'most'` for `{name} has at most {most}`. */
export type PlaceOf<Template extends string> = Template extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlaceOf<Rest>
  : never

/** The template itself if it stands in the code; `never` for a text that is only known when the program runs. */
type Written<Template extends string> = Record<never, never> extends Record<Template, 1> ? never : Template

/**
 * Makes a sentence. Nothing compiles but a template that stands in the code, with a value for each of its places.
 * @example sentence('{folder} holds {count} files.', { folder: 'cats', count: 3 })
 */
export function sentence<const Template extends string>(
  template: Template & Written<Template>,
  ...[values]: [PlaceOf<Template>] extends [never] ? [] : [Readonly<Record<PlaceOf<Template>, SentenceValue>>]
): Sentence {
  return { template, values: values ?? {} }
}

/** What another part says in words of its own, such as an error's message: no language has others for it. */
export function asSaid(words: string): Sentence {
  return sentence('{detail}', { detail: words })
}

/** The sentence as it reads in English. */
export function inEnglish(sentence: Sentence): string {
  return inWords(sentence, (template) => template)
}

/**
 * The sentence, and each that stands in it, in the words of a language.
 * @param wordsOf the template in that language, with the same places
 */
export function inWords(sentence: Sentence, wordsOf: (template: string) => string): string {
  const { template, values } = sentence
  const wordsAndPlaces = wordsOf(template).split(/\{(\w+)\}/)
  let said = wordsAndPlaces[0]!
  for (let at = 1; at < wordsAndPlaces.length; at += 2) {
    const value = values[wordsAndPlaces[at]!]!
    said += typeof value === 'object' ? inWords(value, wordsOf) : value
    said += wordsAndPlaces[at + 1]!
  }
  return said
}

/** The templates of a sentence and of all that stand in it. */
export function templatesOf({ template, values }: Sentence): string[] {
  const inner = Object.values(values).filter((value) => typeof value === 'object')
  return [template, ...inner.flatMap(templatesOf)]
}
