import type { SqlDialect } from '../engine.ts'

/** Second factors, proofs of who is signed in, generated passwords, and what keys are held to and used from. */
export function accounts({ integer, text, table, keyedTable }: SqlDialect): string[] {
  return [
    `ALTER TABLE users ADD COLUMN password_generated ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE sessions ADD COLUMN proved_at_ms ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE sessions ADD COLUMN pending ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE api_keys ADD COLUMN uploads_per_minute ${integer}`,
    `ALTER TABLE api_keys ADD COLUMN last_used_address ${text}`,
    `ALTER TABLE api_keys ADD COLUMN new_network_address ${text}`,
    `ALTER TABLE api_keys ADD COLUMN new_network_at_ms ${integer}`,
    `CREATE TABLE second_factors (
      id ${text} PRIMARY KEY, user_id ${text} NOT NULL REFERENCES users (id), kind ${text} NOT NULL,
      name ${text} NOT NULL, secret ${text} NOT NULL, counter ${integer} NOT NULL,
      created_at_ms ${integer} NOT NULL, last_used_at_ms ${integer}
    )${table}`,
    'CREATE INDEX second_factors_by_user ON second_factors (user_id)',
    `CREATE TABLE recovery_codes (
      user_id ${text} NOT NULL REFERENCES users (id), code_hash ${text} NOT NULL, PRIMARY KEY (user_id, code_hash)
    )${keyedTable}`,
    `CREATE TABLE key_networks (
      key_id ${text} NOT NULL REFERENCES api_keys (id), network ${text} NOT NULL, used_at_ms ${integer} NOT NULL,
      PRIMARY KEY (key_id, network)
    )${keyedTable}`,
  ]
}
