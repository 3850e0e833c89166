/** What the clauses of the pages are: rules that an implementation can get wrong, each with cases that tell. */

/** One rule of docs/cipher. */
export interface Clause {
  readonly id: string
  /** Its page and heading, as an address below docs/cipher. */
  readonly section: string
  readonly says: string
  /** Cases that an implementation without the rule gets wrong; of a bound, those within it. */
  readonly cases: readonly string[]
  /** Of a bound, cases on its other side, with another outcome. */
  readonly beyond?: readonly string[]
}

type Row = readonly [says: string, cases: string, beyond?: string]

const namesIn = (written: string): string[] => written.split(' ')

/** The clauses of a section: short words and the names of cases, with spaces between; `*` stands for anything. */
export const clausesOf = (section: string, rows: Readonly<Record<string, Row>>): Clause[] =>
  Object.entries(rows).map(([id, [says, cases, beyond]]) => ({
    id,
    section,
    says,
    cases: namesIn(cases),
    ...(beyond !== undefined && { beyond: namesIn(beyond) }),
  }))
