import type { SqlDialect } from '../engine.ts'

/** The provider's subject that an account is bound to, and whether the command has set its password. */
export function providerAccounts({ integer, text, keyedTable }: SqlDialect): string[] {
  return [
    `ALTER TABLE users ADD COLUMN password_by_command ${integer} NOT NULL DEFAULT 0`,
    `CREATE TABLE provider_accounts (
      issuer ${text} NOT NULL, subject ${text} NOT NULL, user_id ${text} NOT NULL REFERENCES users (id),
      PRIMARY KEY (issuer, subject)
    )${keyedTable}`,
  ]
}
