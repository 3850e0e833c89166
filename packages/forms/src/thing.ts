import type { AuditSentence } from './audit-facts.ts'
import type { Both } from './both.ts'

/** A sentence about what was just done, with the name of the thing. */
type NoticeText = Both<(name: string) => string>

/** A field of a thing, as forms and lists show it. */
export interface FieldWords {
  readonly label?: Both
  /** The most characters that it takes. */
  readonly max?: number
}

/** How an action of a thing is told. */
interface ActionWords {
  /** English, for the help of the command: a sentence. */
  readonly help: string
  readonly audit: AuditSentence
}

/** How an action is told that the page after it confirms. */
interface ConfirmedWords extends ActionWords {
  readonly notice: NoticeText
}

/** The changes that operators make to things, by the verb of the command and of the audit log. */
export interface Actions {
  readonly add: ConfirmedWords & {
    /** The button, and the heading of the form. */
    readonly label: Both
    /** The label of the name in that form. */
    readonly nameLabel: Both
  }
  readonly rename: ActionWords
  /** Puts all things of a kind into an order. */
  readonly arrange: ActionWords
  readonly enable: ConfirmedWords
  readonly disable: ConfirmedWords & { readonly question: Both }
}

/** A number that lists and pages show with each thing. */
export interface Count {
  readonly label: Both
  /** Left out of lists where there is little room. */
  readonly isWide?: boolean
  /** The number in words; without them the page shows the number. */
  readonly words?: Both<(count: number) => string>
}

/**
 * A kind of thing that operators list, create, change and put in order. The console's list, page and forms, the
 * command, the audit log's sentences and the rows of the database follow from its definition.
 */
export interface Thing {
  /** The word for one in actions, commands and locks: `category`. */
  readonly kind: string
  readonly title: Both
  readonly lead: Both
  readonly empty: { readonly title: Both; readonly hint: Both }
  /** The link back to the list. */
  readonly back: Both
  /** English, for the help of the command: a sentence. */
  readonly help: string
  /** The addresses of its list's page and, with the id behind it, of its own. */
  readonly at: { readonly list: string; readonly one: string }
  readonly columns: Readonly<Record<string, FieldWords>>
  readonly counts: Readonly<Record<string, Count>>
  readonly actions: Actions
}

/** The name of an action in the audit log: `category.rename`. */
export type ActionName<Kind extends string> = `${Kind}.${keyof Actions}`

/** The audit sentences of a thing's actions, by their names. */
export const auditSentences = <const Kind extends string>({
  kind,
  actions,
}: Pick<Thing, 'actions'> & { kind: Kind }): Readonly<Record<ActionName<Kind>, AuditSentence>> =>
  byName(kind, actions, ({ audit }) => audit)

/** The notices of those actions of a thing that a page confirms, by their names. */
export const notices = <const Kind extends string>({
  kind,
  actions: { add, enable, disable },
}: Pick<Thing, 'actions'> & { kind: Kind }): Readonly<
  Record<`${Kind}.${'add' | 'enable' | 'disable'}`, NoticeText>
> => byName(kind, { add, enable, disable }, ({ notice }) => notice)

function byName<Kind extends string, Verb extends string, Words, Word>(
  kind: Kind,
  words: Readonly<Record<Verb, Words>>,
  wordOf: (words: Words) => Word,
): Record<`${Kind}.${Verb}`, Word> {
  const entries = Object.entries<Words>(words).map(([verb, one]) => [`${kind}.${verb}`, wordOf(one)])
  return Object.fromEntries(entries) as Record<`${Kind}.${Verb}`, Word>
}
