import type { Both } from '@pictoglyph/forms/both'
import type { Language } from './language.ts'

type Say = (...parts: never[]) => unknown

/** Texts by name, in groups. A text with parts is one function for each language. */
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

/** A tree with every text in both languages side by side. */
export function texts<const Tree extends Texts>(tree: Tree): Tree {
  return tree
}

/** Splits a tree of texts by language. */
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
