import type { SqlDialect } from '../engine.ts'

/** How many requests the text service was sent each day. */
export function textRequests({ integer, text, keyedTable }: SqlDialect): string[] {
  return [
    `CREATE TABLE text_request_days (
      day ${text} PRIMARY KEY, answered ${integer} NOT NULL, refused ${integer} NOT NULL
    )${keyedTable}`,
  ]
}
