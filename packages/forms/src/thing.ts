import type { AuditSentence } from './audit-facts.ts'
import type { Both } from './both.ts'

/** The message after an action, from the name and id of the thing. */
type NoticeText = Both<(name: string, id: string) => string>

/** The words of a field, for forms and lists. */
export interface FieldWords {
  readonly label?: Both
  /** Maximum length in characters. */
  readonly max?: number
}

/** The texts about an action. */
interface ActionWords {
  /** A sentence in English for the command's help. */
  readonly help: string
  readonly notice: NoticeText
}

/** The texts of the actions that differ between kinds, by the verb of the command and the audit log. */
export interface Actions {
  readonly add: ActionWords & {
    /** Names of the command's parameters for a new thing, in order. */
    readonly parameters: readonly string[]
  }
  readonly enable: ActionWords
  readonly disable: ActionWords & { readonly question: Both }
  /** Makes one of a kind the default and enables it; the default can't be disabled. */
  readonly default?: ActionWords & {
    /** Label of the button. */
    readonly label: Both
    readonly hint: Both
  }
}

/** The verbs for changes of things by operators. `arrange` reorders all things of a kind. */
export type Verb = keyof Actions | 'rename' | 'arrange'

/** A number that lists and pages show with each thing. */
export interface Count {
  readonly label: Both
  /** Hidden where a list has little room. */
  readonly isWide?: boolean
  /** The number in words; without them the page shows the number. */
  readonly words?: Both<(count: number) => string>
}

/**
 * A kind of thing that operators list, create, change and put in order. The console's list, page and forms, the
 * command, the audit log's sentences and the rows of the database follow from its definition.
 */
export interface Thing {
  /** Identifies the kind in actions, commands and locks: `category`. */
  readonly kind: string
  /** The noun for one in sentences. */
  readonly noun: Both
  readonly title: Both
  readonly lead: Both
  readonly empty: { readonly title: Both; readonly hint: Both }
  /** The link back to the list. */
  readonly back: Both
  /** A sentence in English for the command's help. */
  readonly help: string
  /** Addresses of the list's page and, before the id, of one thing's page. */
  readonly at: { readonly list: string; readonly one: string }
  readonly columns: Readonly<Record<string, FieldWords>>
  readonly counts: Readonly<Record<string, Count>>
  readonly actions: Actions
}

/** An audit log action that every kind has: `category.rename`. */
export type ActionName<Kind extends string> = `${Kind}.${Exclude<Verb, 'default'>}`

/** The parts of a definition that name its actions. */
interface Named<Kind extends string, Own extends Actions> {
  readonly kind: Kind
  readonly actions: Own
}

type Nouns = Pick<Thing, 'noun' | 'title'>

/** The label of the button that creates a thing, and the heading of its form. */
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

/** The audit sentences of a kind's actions, by action name. */
export function auditSentences<const Kind extends string, Own extends Actions>(
  thing: Named<Kind, Own> & Nouns,
) {
  const all = Object.entries(sentencesOf(thing))
  const own = all.filter(([verb]) => verb !== 'default' || thing.actions.default !== undefined)
  return byName<Kind, (keyof Own & string) | 'rename' | 'arrange', AuditSentence>(thing.kind, own)
}

/** The notices after a kind's actions, by action name. */
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
