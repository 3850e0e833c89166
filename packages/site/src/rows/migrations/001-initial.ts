import type { SqlDialect } from '../engine.ts'

/** The schema of the first release. */
export function initial({
  integer,
  text,
  countingKey,
  table,
  keyedTable,
  indexesLongText,
}: SqlDialect): string[] {
  const searched = indexesLongText ? ', search_text' : ''
  return [
    `CREATE TABLE users (
      id ${text} PRIMARY KEY, name ${text} NOT NULL, name_key ${text} NOT NULL UNIQUE, role ${text} NOT NULL,
      password_hash ${text} NOT NULL, created_at_ms ${integer} NOT NULL, disabled_at_ms ${integer},
      quota_bytes ${integer}
    )${table}`,
    `CREATE TABLE api_keys (
      id ${text} PRIMARY KEY, user_id ${text} NOT NULL REFERENCES users (id), name ${text} NOT NULL,
      secret_hash ${text} NOT NULL UNIQUE, permissions ${text} NOT NULL, created_at_ms ${integer} NOT NULL,
      expires_at_ms ${integer}, revoked_at_ms ${integer}, last_used_at_ms ${integer},
      default_category_id ${text}, client_kind ${text} NOT NULL, binding ${text} NOT NULL
    )${table}`,
    'CREATE INDEX api_keys_by_user ON api_keys (user_id)',
    `CREATE TABLE sessions (
      token_hash ${text} PRIMARY KEY, user_id ${text} NOT NULL REFERENCES users (id),
      created_at_ms ${integer} NOT NULL, last_seen_at_ms ${integer} NOT NULL, expires_at_ms ${integer} NOT NULL,
      address ${text} NOT NULL, user_agent ${text} NOT NULL
    )${table}`,
    'CREATE INDEX sessions_by_user ON sessions (user_id)',
    'CREATE INDEX sessions_by_expiry ON sessions (expires_at_ms)',
    `CREATE TABLE categories (
      id ${text} PRIMARY KEY, name ${text} NOT NULL, name_key ${text} NOT NULL UNIQUE,
      position ${integer} NOT NULL, enabled ${integer} NOT NULL, created_at_ms ${integer} NOT NULL
    )${table}`,
    `CREATE TABLE albums (
      id ${text} PRIMARY KEY, owner_id ${text} NOT NULL REFERENCES users (id), name ${text} NOT NULL,
      name_key ${text} NOT NULL, position ${integer} NOT NULL, public_token ${text} UNIQUE,
      created_at_ms ${integer} NOT NULL, UNIQUE (owner_id, name_key)
    )${table}`,
    // A row without a size is not a blob: it claims the removal of bytes that no row names.
    `CREATE TABLE blobs (
      address ${text} PRIMARY KEY, size_bytes ${integer}, media_type ${text}, width ${integer},
      height ${integer}, frames ${integer}, created_at_ms ${integer} NOT NULL, images ${integer} NOT NULL,
      released_at_ms ${integer}, removing_until_ms ${integer}
    )${table}`,
    'CREATE INDEX blobs_released ON blobs (released_at_ms, address) WHERE released_at_ms IS NOT NULL',
    `CREATE TABLE images (
      id ${text} PRIMARY KEY, owner_id ${text} NOT NULL REFERENCES users (id),
      category_id ${text} NOT NULL REFERENCES categories (id), title ${text} NOT NULL,
      description ${text} NOT NULL, search_text ${text} NOT NULL, created_at_ms ${integer} NOT NULL,
      deleted_at_ms ${integer}, received_sha256 ${text} NOT NULL, removed ${text} NOT NULL,
      address ${text} NOT NULL REFERENCES blobs (address)
    )${table}`,
    `CREATE INDEX images_by_owner ON images (owner_id, created_at_ms, id, category_id${searched})
     WHERE deleted_at_ms IS NULL`,
    `CREATE INDEX images_by_category ON images (category_id, created_at_ms, id${searched})
     WHERE deleted_at_ms IS NULL`,
    `CREATE INDEX images_by_time ON images (created_at_ms, id${searched}) WHERE deleted_at_ms IS NULL`,
    `CREATE INDEX deleted_images_by_owner ON images (owner_id, created_at_ms, id)
     WHERE deleted_at_ms IS NOT NULL`,
    'CREATE INDEX deleted_images ON images (deleted_at_ms) WHERE deleted_at_ms IS NOT NULL',
    // Claims detect duplicates. Each live image holds its owner's claim to the bytes as received, and the oldest one of
    // the site holds the site's.
    `CREATE TABLE image_claims (
      received_sha256 ${text} NOT NULL, scope ${text} NOT NULL, image_id ${text} NOT NULL,
      PRIMARY KEY (received_sha256, scope)
    )${keyedTable}`,
    `CREATE TABLE album_images (
      album_id ${text} NOT NULL REFERENCES albums (id) ON DELETE CASCADE,
      image_id ${text} NOT NULL REFERENCES images (id) ON DELETE CASCADE,
      created_at_ms ${integer} NOT NULL, added_at_ms ${integer} NOT NULL,
      PRIMARY KEY (image_id, album_id)
    )${keyedTable}`,
    'CREATE INDEX album_images_by_time ON album_images (album_id, created_at_ms, image_id)',
    `CREATE TABLE idempotent_uploads (
      key_id ${text} NOT NULL, token ${text} NOT NULL, fingerprint ${text} NOT NULL,
      image_id ${text} NOT NULL REFERENCES images (id) ON DELETE CASCADE, deduped ${integer} NOT NULL,
      PRIMARY KEY (key_id, token)
    )${keyedTable}`,
    'CREATE INDEX idempotent_uploads_by_image ON idempotent_uploads (image_id)',
    `CREATE TABLE image_counters (
      scope ${text} NOT NULL, shard ${integer} NOT NULL, images ${integer} NOT NULL, bytes ${integer} NOT NULL,
      PRIMARY KEY (scope, shard)
    )${keyedTable}`,
    `CREATE TABLE settings (key ${text} PRIMARY KEY, value ${text} NOT NULL)${table}`,
    `CREATE TABLE site_facts (name ${text} PRIMARY KEY, value ${text} NOT NULL)${table}`,
    `CREATE TABLE site_revision (id ${integer} PRIMARY KEY CHECK (id = 1), value ${integer} NOT NULL)${table}`,
    'INSERT INTO site_revision (id, value) VALUES (1, 1)',
    // Health checks write here, to test that rows can be written.
    `CREATE TABLE site_health (id ${integer} PRIMARY KEY CHECK (id = 1), checks ${integer} NOT NULL)${table}`,
    'INSERT INTO site_health (id, checks) VALUES (1, 0)',
    `CREATE TABLE access_entries (
      network ${text} NOT NULL, list ${text} NOT NULL, note ${text} NOT NULL,
      created_at_ms ${integer} NOT NULL, expires_at_ms ${integer}, PRIMARY KEY (network, list)
    )${table}`,
    `CREATE TABLE charsets (
      id ${text} PRIMARY KEY, name ${text} NOT NULL, symbols ${text} NOT NULL,
      symbols_key ${text} NOT NULL UNIQUE, enabled ${integer} NOT NULL, is_default ${integer} NOT NULL,
      position ${integer} NOT NULL
    )${table}`,
    'CREATE UNIQUE INDEX charsets_default ON charsets (is_default) WHERE is_default = 1',
    `CREATE TABLE presets (
      id ${text} PRIMARY KEY, name ${text} NOT NULL, type ${text} NOT NULL, variant ${text} NOT NULL,
      enabled ${integer} NOT NULL, is_default ${integer} NOT NULL, position ${integer} NOT NULL
    )${table}`,
    'CREATE UNIQUE INDEX presets_default ON presets (is_default) WHERE is_default = 1',
    `CREATE TABLE audit_entries (
      id ${countingKey}, at_ms ${integer} NOT NULL, actor ${text} NOT NULL, actor_user_id ${text},
      address ${text} NOT NULL, action ${text} NOT NULL, subject ${text} NOT NULL,
      before_json ${text} NOT NULL, after_json ${text} NOT NULL
    )${table}`,
    'CREATE INDEX audit_entries_by_time ON audit_entries (at_ms, id)',
    'CREATE INDEX audit_entries_by_actor ON audit_entries (actor, at_ms, id)',
    'CREATE INDEX audit_entries_by_action ON audit_entries (action, at_ms, id)',
    'CREATE INDEX audit_entries_by_subject ON audit_entries (subject, at_ms, id)',
  ]
}
