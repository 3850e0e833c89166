import type { Both } from './both.ts'

/** The facts in an audit sentence; unknown texts are ''. */
export interface AuditFacts {
  /** Name of the changed thing, or its id if it has no name. */
  what: string
  /** How many images or networks changed. */
  count: number
  /** The owner of the changed thing, unless the owner made the change. */
  owner: string
  from: string
  to: string
  /** The change affects all things of the kind. */
  isAll: boolean
}

/** An audit sentence, following the name of the actor: `created the category “Pets”.` */
export type AuditSentence = Both<(facts: AuditFacts) => string>

/** A sentence that begins without an actor: `Created the category “Pets”.` */
export function withoutActor(sentence: (facts: AuditFacts) => string, known: Partial<AuditFacts>): string {
  const words = sentence({ what: '', count: 1, owner: '', from: '', to: '', isAll: false, ...known })
  return words.charAt(0).toUpperCase() + words.slice(1)
}
