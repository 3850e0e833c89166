import type { AuditSentence } from './audit-facts.ts'
import type { Both } from './both.ts'

/** A sentence about what was just done, with the name and the id of the thing. */
type NoticeText = Both<(name: string, id: string) => string>

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
  readonly notice: NoticeText
}

/** The words of the actions that differ from thing to thing, by the verb of the command and of the audit log. */
export interface Actions {
  readonly add: ActionWords & {
    /** The names of what a new one is made of, in the order of the command. */
    readonly parameters: readonly string[]
  }
  readonly enable: ActionWords
  readonly disable: ActionWords & { readonly question: Both }
  /** Makes one of a kind the default and enables it; the default can't be disabled. */
  readonly default?: ActionWords & {
    /** The button. */
    readonly label: Both
    readonly hint: Both
  }
}

/** The verbs of the changes that operators make to things. `arrange` puts all things of a kind into an order. */
export type Verb = keyof Actions | 'rename' | 'arrange'

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
  /** The word for one in sentences. */
  readonly noun: Both
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

/** The name in the audit log of an action that each thing has: `category.rename`. */
export type ActionName<Kind extends string> = `${Kind}.${Exclude<Verb, 'default'>}`

/** The parts of a definition by which its actions are named. */
interface Named<Kind extends string, Own extends Actions> {
  readonly kind: Kind
  readonly actions: Own
}

type Nouns = Pick<Thing, 'noun' | 'title'>

/** The button that creates a thing, and the heading of its form. */
export const createLabel = ({ noun: [english, chinese] }: Nouns): Both => [
  `Create ${english}`,
  `创建${chinese}`,
]

/** The audit sentence of each action. */
export const sentencesOf = ({ noun: [english, chinese], title }: Nouns): Record<Verb, AuditSentence> => ({
  add: [({ what }) => `created the ${english} “${what}”.`, ({ what }) => `创建了${chinese}“${what}”。`],
  rename: [
    ({ from, to }) => `renamed the ${english} “${from}” to “${to}”.`,
    ({ from, to }) => `将${chinese}“${from}”重命名为“${to}”。`,
  ],
  arrange: [() => `put the ${title[0].toLowerCase()} in another order.`, () => `调整了${chinese}的顺序。`],
  enable: [({ what }) => `enabled the ${english} “${what}”.`, ({ what }) => `启用了${chinese}“${what}”。`],
  disable: [({ what }) => `disabled the ${english} “${what}”.`, ({ what }) => `停用了${chinese}“${what}”。`],
  default: [
    ({ what }) => `made “${what}” the default ${english}.`,
    ({ what }) => `将“${what}”设为默认${chinese}。`,
  ],
})

/** The audit sentences of the actions that a thing has, by their names. */
export function auditSentences<const Kind extends string, Own extends Actions>(
  thing: Named<Kind, Own> & Nouns,
) {
  const all = Object.entries(sentencesOf(thing))
  const own = all.filter(([verb]) => verb !== 'default' || thing.actions.default !== undefined)
  return byName<Kind, (keyof Own & string) | 'rename' | 'arrange', AuditSentence>(thing.kind, own)
}

/** The notices of those actions of a thing that a page confirms, by their names. */
export function notices<const Kind extends string, Own extends Actions>({ kind, actions }: Named<Kind, Own>) {
  const all: [string, ActionWords][] = Object.entries(actions)
  return byName<Kind, keyof Own & string, NoticeText>(
    kind,
    all.map(([verb, { notice }]) => [verb, notice]),
  )
}

function byName<Kind extends string, Own extends string, Words>(
  kind: Kind,
  words: readonly (readonly [verb: string, words: Words])[],
): Readonly<Record<`${Kind}.${Own}`, Words>> {
  const entries = words.map(([verb, one]) => [`${kind}.${verb}`, one])
  return Object.fromEntries(entries) as Record<`${Kind}.${Own}`, Words>
}
