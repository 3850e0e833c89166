import type { SqlDialect } from '../engine.ts'

import { initial } from './001-initial.ts'

/** A step of the schema. Once released it never changes; later changes are further steps. */
export interface Migration {
  name: string
  statements: (dialect: SqlDialect) => string[]
}

/** All steps, in the order in which they run. A step's version is its position, from 1. */
export const migrations: readonly Migration[] = [
  { name: '001-initial', statements: initial },
  { name: '002-collection', statements: collection },
  { name: '003-renditions', statements: renditions },
  { name: '004-enabled-charsets', statements: enabledCharsets },
  { name: '005-deleted-bytes', statements: deletedBytes },
  { name: '006-search-index', statements: searchIndex },
  { name: '007-text-bytes', statements: textBytes },
  { name: '008-session-addresses', statements: sessionAddresses },
  { name: '010-accounts', statements: accounts },
  { name: '011-provider-accounts', statements: providerAccounts },
  { name: '026-display-names', statements: displayNames },
  { name: '027-passwords-and-names', statements: passwordsAndNames },
  { name: '028-lifetimes', statements: lifetimes },
  { name: '029-links', statements: links },
  { name: '030-guests', statements: guests },
  { name: '031-album-order', statements: albumOrder },
  { name: '032-image-orders', statements: imageOrders },
  { name: '033-text-requests', statements: textRequests },
  { name: '035-public-links', statements: publicLinks },
  { name: '036-factor-bounds', statements: factorBounds },
  { name: '037-take-downs', statements: takeDowns },
  { name: '038-invitations', statements: invitations },
  { name: '039-file-names', statements: fileNames },
  { name: '040-first-key', statements: firstKey },
  { name: '041-guest-titles', statements: guestTitles },
  { name: '042-removed-albums', statements: removedAlbums },
  { name: '043-reporters', statements: reporters },
  { name: '044-givers', statements: givers },
  { name: '045-live-when-taken-down', statements: liveWhenTakenDown },
  { name: '046-renditions-for-one', statements: renditionsForOne },
]

/** Columns and tables for garbage collection during uploads. */
function collection({ integer, text, table }: SqlDialect): string[] {
  return [
    // A row without a size and without a claim is a past removal, kept for a while.
    `ALTER TABLE blobs ADD COLUMN removals ${integer} NOT NULL DEFAULT 0`,
    'CREATE INDEX images_by_address ON images (address)',
    `CREATE TABLE leases (
      name ${text} PRIMARY KEY, holder ${text} NOT NULL, until_ms ${integer} NOT NULL
    )${table}`,
  ]
}

/** Renditions of blobs, and marks of those that can't be made, which have no address. */
function renditions({ integer, text, keyedTable }: SqlDialect): string[] {
  return [
    `CREATE TABLE renditions (
      source ${text} NOT NULL, size ${text} NOT NULL, format ${text} NOT NULL,
      address ${text} REFERENCES blobs (address), placeholder ${text}, created_at_ms ${integer} NOT NULL,
      PRIMARY KEY (source, size, format)
    )${keyedTable}`,
    'CREATE INDEX renditions_by_address ON renditions (address) WHERE address IS NOT NULL',
  ]
}

/**
 * Symbols are unique among enabled character sets, no longer among all. SQLite drops a column's constraint only with
 * its table, so the table is created again.
 */
export function enabledCharsets({ integer, text, table }: SqlDialect): string[] {
  const columns = 'id, name, symbols, symbols_key, enabled, is_default, position'
  return [
    `CREATE TABLE charsets_anew (
      id ${text} PRIMARY KEY, name ${text} NOT NULL, symbols ${text} NOT NULL,
      symbols_key ${text} NOT NULL, enabled ${integer} NOT NULL, is_default ${integer} NOT NULL,
      position ${integer} NOT NULL
    )${table}`,
    `INSERT INTO charsets_anew (${columns}) SELECT ${columns} FROM charsets`,
    'DROP TABLE charsets',
    'ALTER TABLE charsets_anew RENAME TO charsets',
    'CREATE UNIQUE INDEX charsets_default ON charsets (is_default) WHERE is_default = 1',
    'CREATE UNIQUE INDEX charsets_enabled_symbols ON charsets (symbols_key) WHERE enabled = 1',
  ]
}

/** Counts the deleted bytes of each owner, and indexes them from the oldest on. */
export function deletedBytes(): string[] {
  return [
    `CREATE INDEX deleted_images_of_owner ON images (owner_id, deleted_at_ms, id)
     WHERE deleted_at_ms IS NOT NULL`,
    `INSERT INTO image_counters (scope, shard, images, bytes)
     SELECT 'deleted:' || images.owner_id, 0, COUNT(*), COALESCE(SUM(blobs.size_bytes), 0)
     FROM images JOIN blobs ON blobs.address = images.address
     WHERE images.deleted_at_ms IS NOT NULL GROUP BY images.owner_id`,
  ]
}

/**
 * A separate search index, which a server fills. On SQLite three other indexes therefore drop the text, which may be
 * long.
 */
function searchIndex({ indexesLongText, search }: SqlDialect): string[] {
  const withoutText = [
    'DROP INDEX images_by_owner',
    'DROP INDEX images_by_category',
    'DROP INDEX images_by_time',
    `CREATE INDEX images_by_owner ON images (owner_id, created_at_ms, id, category_id)
     WHERE deleted_at_ms IS NULL`,
    'CREATE INDEX images_by_category ON images (category_id, created_at_ms, id) WHERE deleted_at_ms IS NULL',
    'CREATE INDEX images_by_time ON images (created_at_ms, id) WHERE deleted_at_ms IS NULL',
  ]
  return [...(indexesLongText ? withoutText : []), ...search.statements]
}

/** Counts the bytes of each owner's titles and descriptions, four times, as `textBytesOf` does. */
function textBytes(): string[] {
  return [
    `INSERT INTO image_counters (scope, shard, images, bytes)
     SELECT 'text:' || owner_id, 0, COUNT(*), CAST(SUM(4 * (OCTET_LENGTH(title) + OCTET_LENGTH(description))) AS BIGINT)
     FROM images WHERE title <> '' OR description <> '' GROUP BY owner_id`,
  ]
}

/** An index for the addresses from which someone signed in to an account. */
function sessionAddresses(): string[] {
  return [
    `CREATE INDEX audit_entries_of_sessions ON audit_entries (subject, at_ms, address)
     WHERE action = 'session.begin'`,
  ]
}

/** Second factors, proofs of identity, generated passwords, and the restrictions and uses of keys. */
function accounts({ integer, text, table, keyedTable }: SqlDialect): string[] {
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

/** The provider's subject bound to an account, and whether the command set its password. */
function providerAccounts({ integer, text, keyedTable }: SqlDialect): string[] {
  return [
    `ALTER TABLE users ADD COLUMN password_by_command ${integer} NOT NULL DEFAULT 0`,
    `CREATE TABLE provider_accounts (
      issuer ${text} NOT NULL, subject ${text} NOT NULL, user_id ${text} NOT NULL REFERENCES users (id),
      PRIMARY KEY (issuer, subject)
    )${keyedTable}`,
  ]
}

/** The user's display name; empty if none is set. */
function displayNames({ text }: SqlDialect): string[] {
  return [`ALTER TABLE users ADD COLUMN display_name ${text} NOT NULL DEFAULT ''`]
}

/**
 * When a password was set; 0 is unknown. Indexes albums and keys by name for the audit log, and keys by category for
 * counting.
 */
function passwordsAndNames({ integer }: SqlDialect): string[] {
  return [
    `ALTER TABLE users ADD COLUMN password_set_at_ms ${integer} NOT NULL DEFAULT 0`,
    'CREATE INDEX albums_by_name ON albums (name_key)',
    'CREATE INDEX api_keys_by_name ON api_keys (name)',
    `CREATE INDEX api_keys_by_category ON api_keys (default_category_id)
     WHERE revoked_at_ms IS NULL AND default_category_id IS NOT NULL`,
  ]
}

/** The expiry of an image, and the lifetime of a key's images. */
function lifetimes({ integer }: SqlDialect): string[] {
  return [
    `ALTER TABLE images ADD COLUMN expires_at_ms ${integer}`,
    'CREATE INDEX images_by_end ON images (expires_at_ms, id) WHERE expires_at_ms IS NOT NULL',
    `ALTER TABLE api_keys ADD COLUMN image_lifetime_ms ${integer}`,
  ]
}

/** Permanent links and their targets. Images may be deleted before the links to them. */
function links({ integer, text, table, keyedTable }: SqlDialect): string[] {
  return [
    `CREATE TABLE links (
      name ${text} PRIMARY KEY, owner_id ${text} NOT NULL REFERENCES users (id), image_id ${text} NOT NULL,
      number ${integer} NOT NULL, changed_at_ms ${integer} NOT NULL
    )${table}`,
    'CREATE INDEX links_by_owner ON links (owner_id, name)',
    `CREATE TABLE link_targets (
      name ${text} NOT NULL REFERENCES links (name), number ${integer} NOT NULL, image_id ${text} NOT NULL,
      at_ms ${integer} NOT NULL, actor ${text} NOT NULL, PRIMARY KEY (name, number)
    )${keyedTable}`,
  ]
}

/** A key's maximum and number of uploads, whether it is a guest link, and the key of each image. */
function guests({ integer, text }: SqlDialect): string[] {
  return [
    `ALTER TABLE api_keys ADD COLUMN max_uploads ${integer}`,
    `ALTER TABLE api_keys ADD COLUMN uploads ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE api_keys ADD COLUMN quiet ${integer} NOT NULL DEFAULT 0`,
    // Keys are deleted sooner than their images.
    `ALTER TABLE images ADD COLUMN key_id ${text}`,
    `CREATE INDEX images_by_key ON images (key_id, created_at_ms, id)
     WHERE key_id IS NOT NULL AND deleted_at_ms IS NULL`,
  ]
}

/**
 * The description, cover and order of an album. Images of a higher rank come first; images that were never moved have
 * 0, so that new ones come first. No foreign key on covers: a cover may be a deleted image.
 */
function albumOrder({ integer, text }: SqlDialect): string[] {
  return [
    `ALTER TABLE albums ADD COLUMN description ${text} NOT NULL DEFAULT ''`,
    `ALTER TABLE albums ADD COLUMN cover_image_id ${text}`,
    `ALTER TABLE albums ADD COLUMN arranged ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE album_images ADD COLUMN rank ${integer} NOT NULL DEFAULT 0`,
    'CREATE INDEX album_images_by_rank ON album_images (album_id, rank, created_at_ms, image_id)',
  ]
}

/**
 * Indexes images by title and by file size; the size is copied to their rows. Only lists in these orders use a
 * condition that every row meets, so no other query uses these indexes.
 */
function imageOrders({ integer }: SqlDialect): string[] {
  return [
    `ALTER TABLE images ADD COLUMN size_bytes ${integer} NOT NULL DEFAULT 0`,
    `UPDATE images SET size_bytes = COALESCE(
       (SELECT blobs.size_bytes FROM blobs WHERE blobs.address = images.address), 0)`,
    `CREATE INDEX images_by_title ON images (owner_id, substr(search_text, 1, 60), id)
     WHERE deleted_at_ms IS NULL AND search_text >= ''`,
    `CREATE INDEX images_by_size ON images (owner_id, size_bytes, id)
     WHERE deleted_at_ms IS NULL AND size_bytes >= 0`,
  ]
}

/** Requests to the text service per day. */
function textRequests({ integer, text, keyedTable }: SqlDialect): string[] {
  return [
    `CREATE TABLE text_request_days (
      day ${text} PRIMARY KEY, answered ${integer} NOT NULL, refused ${integer} NOT NULL
    )${keyedTable}`,
  ]
}

/**
 * Links that were switched off, whose rows stay so that no one else can take their names; and random links of albums,
 * with an index on the ids of their images.
 */
function publicLinks({ integer }: SqlDialect): string[] {
  return [
    `ALTER TABLE links ADD COLUMN ended_at_ms ${integer}`,
    `ALTER TABLE albums ADD COLUMN random_link ${integer} NOT NULL DEFAULT 0`,
    'CREATE INDEX album_images_by_image ON album_images (album_id, image_id)',
  ]
}

/**
 * Failed second factors of users and of pending sign-ins, sessions with a provider's second factor, and used challenges
 * of passkeys. Counters of passkeys restart: until now they counted uses even if the passkey did not.
 */
function factorBounds({ integer, text, table, keyedTable }: SqlDialect): string[] {
  return [
    `ALTER TABLE sessions ADD COLUMN wrong_codes ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE sessions ADD COLUMN provider_factor ${integer} NOT NULL DEFAULT 0`,
    `CREATE TABLE factor_failures (
      user_id ${text} PRIMARY KEY REFERENCES users (id), codes_in_row ${integer} NOT NULL,
      resting_until_ms ${integer} NOT NULL, failures ${integer} NOT NULL, last_at_ms ${integer} NOT NULL,
      last_address ${text} NOT NULL
    )${table}`,
    `CREATE TABLE used_challenges (
      challenge ${text} NOT NULL, ends_at_ms ${integer} NOT NULL, PRIMARY KEY (challenge)
    )${keyedTable}`,
    'CREATE INDEX used_challenges_by_end ON used_challenges (ends_at_ms)',
    "UPDATE second_factors SET counter = 0 WHERE kind = 'passkey'",
  ]
}

/**
 * Taken-down images, which servers of earlier versions treat as deleted; hashes of blocked bytes; and reports from
 * readers. `hidden_with_owner` is 1 if an image was hidden with its owner's account.
 */
function takeDowns({ integer, text, table }: SqlDialect): string[] {
  return [
    `ALTER TABLE images ADD COLUMN taken_down_at_ms ${integer}`,
    `ALTER TABLE images ADD COLUMN taken_down_reason ${text}`,
    `ALTER TABLE images ADD COLUMN hidden_with_owner ${integer} NOT NULL DEFAULT 0`,
    `CREATE INDEX images_taken_down ON images (owner_id, created_at_ms, id)
     WHERE deleted_at_ms IS NOT NULL AND taken_down_at_ms IS NOT NULL`,
    `CREATE TABLE blocked_hashes (
      sha256 ${text} PRIMARY KEY, reason ${text} NOT NULL, note ${text} NOT NULL,
      blocked_at_ms ${integer} NOT NULL, blocked_by ${text} NOT NULL
    )${table}`,
    'CREATE INDEX blocked_hashes_by_time ON blocked_hashes (blocked_at_ms, sha256)',
    `CREATE TABLE reports (
      id ${text} PRIMARY KEY, image_id ${text} NOT NULL, reason ${text} NOT NULL, note ${text} NOT NULL,
      at_ms ${integer} NOT NULL
    )${table}`,
    'CREATE INDEX reports_by_time ON reports (at_ms, id)',
    'CREATE INDEX reports_by_image ON reports (image_id)',
  ]
}

/**
 * One-time links for a new account or a new password; when users were last seen; and accounts deleted except for their
 * images. Without a user, a link's role and quota are for the new account.
 */
function invitations({ integer, text, table }: SqlDialect): string[] {
  return [
    `ALTER TABLE users ADD COLUMN last_seen_at_ms ${integer}`,
    `ALTER TABLE users ADD COLUMN deleted_at_ms ${integer}`,
    `CREATE TABLE invitations (
      id ${text} PRIMARY KEY, token_hash ${text} NOT NULL UNIQUE, user_id ${text} REFERENCES users (id),
      role ${text} NOT NULL, quota_bytes ${integer}, created_at_ms ${integer} NOT NULL, expires_at_ms ${integer} NOT NULL
    )${table}`,
    'CREATE INDEX invitations_by_user ON invitations (user_id) WHERE user_id IS NOT NULL',
    'CREATE INDEX invitations_by_end ON invitations (expires_at_ms, id)',
  ]
}

/** The uploaded file's name, as its owner sees it, and in its searchable form. */
function fileNames({ text }: SqlDialect): string[] {
  return [
    `ALTER TABLE images ADD COLUMN file_name ${text} NOT NULL DEFAULT ''`,
    `ALTER TABLE images ADD COLUMN file_name_key ${text} NOT NULL DEFAULT ''`,
  ]
}

/** Keys whose expiry is removed by their first use. */
function firstKey({ integer }: SqlDialect): string[] {
  return [`ALTER TABLE api_keys ADD COLUMN ends_unless_used ${integer} NOT NULL DEFAULT 0`]
}

/** Guest links whose name guests see. Existing ones were created with the promise that no guest does. */
function guestTitles({ integer }: SqlDialect): string[] {
  return [`ALTER TABLE api_keys ADD COLUMN name_shown ${integer} NOT NULL DEFAULT 0`]
}

/** Removed albums, which keep their images until collected. */
function removedAlbums({ integer }: SqlDialect): string[] {
  return [
    `ALTER TABLE albums ADD COLUMN removed_at_ms ${integer}`,
    'CREATE INDEX albums_removed ON albums (removed_at_ms, id) WHERE removed_at_ms IS NOT NULL',
  ]
}

/** The client that sent a report; `''` for earlier reports. */
function reporters({ text }: SqlDialect): string[] {
  return [
    `ALTER TABLE reports ADD COLUMN reporter ${text} NOT NULL DEFAULT ''`,
    'CREATE INDEX reports_by_reporter ON reports (reporter)',
  ]
}

/**
 * Who created an invitation, and who else set a user's password: an account, or the command. For existing invitations
 * this is unknown. The giver has no foreign key, because users are copied in any order.
 */
function givers({ integer, text }: SqlDialect): string[] {
  return [
    `ALTER TABLE invitations ADD COLUMN giver_id ${text} REFERENCES users (id)`,
    `ALTER TABLE invitations ADD COLUMN by_command ${integer} NOT NULL DEFAULT 0`,
    `ALTER TABLE users ADD COLUMN password_giver_id ${text}`,
  ]
}

/** Whether an image was live when it was taken down, and so becomes live again when put back. */
function liveWhenTakenDown({ integer }: SqlDialect): string[] {
  return [
    `ALTER TABLE images ADD COLUMN live_when_taken_down ${integer} NOT NULL DEFAULT 0`,
    // Until now, equal times in both columns meant this.
    'UPDATE images SET live_when_taken_down = 1 WHERE deleted_at_ms = taken_down_at_ms',
  ]
}

/** The owner for whose images alone a rendition is. */
function renditionsForOne({ text }: SqlDialect): string[] {
  return [`ALTER TABLE renditions ADD COLUMN made_for ${text}`]
}
