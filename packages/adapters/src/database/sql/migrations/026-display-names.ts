import type { SqlDialect } from '../engine.ts'

/** The name of a user that others see; empty if none is given. */
export function displayNames({ text }: SqlDialect): string[] {
  return [`ALTER TABLE users ADD COLUMN display_name ${text} NOT NULL DEFAULT ''`]
}
