/** All clauses of docs/cipher that a file of the kit can test. A lone surrogate has no UTF-8, so no cipher holds one. */
import { bodyClauses } from './body-clauses.ts'
import type { Clause } from './clause.ts'
import { frameClauses } from './frame-clauses.ts'
import { messageClauses } from './message-clauses.ts'
import { modelClauses } from './model-clauses.ts'
import { readingClauses } from './reading-clauses.ts'
import { symbolClauses } from './symbol-clauses.ts'

/** The clauses in the order of the pages. */
export const clauses: readonly Clause[] = [
  ...symbolClauses,
  ...readingClauses,
  ...bodyClauses,
  ...messageClauses,
  ...frameClauses,
  ...modelClauses,
]

/** The names of those cases that a clause means by one of its words; `*` stands for anything. */
export function casesMeant(written: string, names: readonly string[]): string[] {
  const [beginning = '', ending] = written.split('*')
  if (ending === undefined) return names.filter((name) => name === written)
  return names.filter((name) => name.startsWith(beginning) && name.endsWith(ending))
}

/** The clauses as the contents of their file, one a line. */
export const writeClauses = (written: readonly Clause[]): string =>
  `[\n${written.map((clause) => `  ${JSON.stringify(clause)}`).join(',\n')}\n]\n`
