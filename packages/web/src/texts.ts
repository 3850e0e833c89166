import type { Both } from '@pictoglyph/forms/both'
import type { Language } from './language.ts'

type Say = (...parts: never[]) => unknown

/** Texts by their names, in groups. One that has parts is a function of them in each language. */
interface Texts {
  readonly [name: string]: Both | Both<Say> | Texts
}

/** Texts in one language. */
export type In<Tree> = {
  readonly [Name in keyof Tree]: Tree[Name] extends readonly [infer English, infer Chinese]
    ? English extends string
      ? string
      : Chinese extends English
        ? English
        : never
    : In<Tree[Name]>
}

/** Every text of pages stands in such a tree, each language beside the other. */
export function texts<const Tree extends Texts>(tree: Tree): Tree {
  return tree
}

/** The same texts, by language. */
export function inLanguages<const Tree extends Texts>(tree: Tree): Readonly<Record<Language, In<Tree>>> {
  return { en: inOne(tree, 0) as In<Tree>, 'zh-CN': inOne(tree, 1) as In<Tree> }
}

function inOne(tree: Texts, place: 0 | 1): object {
  return Object.fromEntries(
    Object.entries(tree).map(([name, entry]) => [
      name,
      Array.isArray(entry) ? entry[place] : inOne(entry as Texts, place),
    ]),
  )
}
