import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { gramsOf, searchText } from '@pictoglyph/site/rows/search-text'
import { gramsDocument } from '@pictoglyph/site/rows/sqlite/dialect'

const rowsPerStep = 100_000
const firstMs = Date.UTC(2020, 0, 1)
const perMs = 1_048_576
const vocabulary = Array.from({ length: 5_000 }, (_, index) =>
  ((index * 7_919 + 1) * 2_654_435).toString(36).slice(0, 7),
)

/** What image number `index` is called: four words of some five thousand, and its number. */
export function titleOf(index: number): string {
  const word = (by: number) => vocabulary[(index * by) % vocabulary.length]
  return `${word(1)} ${word(31)} ${word(977)} ${word(4_099)} ${index}`
}

/**
 * Adds rows of so many images of one owner to a new site, every hundredth in an album and every fiftieth deleted, with
 * all that belongs to them but their bytes. Keys are random, and written in their order, so that ten million take
 * minutes; indexes are made at the end.
 */
export function fillSite(path: string, options: { count: number; ownerId: string; albumId: string }): void {
  using database = new Database(path, { strict: true })
  for (const pragma of [
    'synchronous = OFF',
    'cache_size = -1000000',
    'temp_store = MEMORY',
    'foreign_keys = OFF',
  ]) {
    database.run(`PRAGMA ${pragma}`)
  }
  const indexes = database
    .query<{ name: string; sql: string }, []>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL
       AND tbl_name IN ('images', 'blobs', 'album_images')`,
    )
    .all()
  for (const { name } of indexes) database.run(`DROP INDEX ${name}`)
  addImages(database, options)
  addGrams(database, options.count)
  for (const { sql } of indexes) database.run(sql)
  addCounters(database, options)
  database.run('ANALYZE')
  database.run('PRAGMA wal_checkpoint(TRUNCATE)')
}

function addImages(
  database: Database,
  { count, ownerId, albumId }: { count: number; ownerId: string; albumId: string },
): void {
  const insert = (sql: string) => {
    const statement = database.prepare(sql)
    return (...values: SQLQueryBindings[]) => statement.run(...values)
  }
  const addBlob = insert(
    `INSERT INTO blobs (address, size_bytes, media_type, width, height, frames, created_at_ms, images)
     VALUES (?, 200000, 'image/jpeg', 900, 600, 1, ?, 1)`,
  )
  const addImage = insert(
    `INSERT INTO images (id, owner_id, category_id, title, description, search_text, created_at_ms, deleted_at_ms,
       received_sha256, removed, address, size_bytes, search_number)
     VALUES (?, ?, 'general', ?, '', ?, ?, ?, ?, '[]', ?, 200000, ? * ${perMs})`,
  )
  const addClaim = insert('INSERT INTO image_claims (received_sha256, scope, image_id) VALUES (?, ?, ?)')
  const addMember = insert(
    'INSERT INTO album_images (album_id, image_id, created_at_ms, added_at_ms) VALUES (?, ?, ?, ?)',
  )
  const step = stepFor(count)
  inSteps(database, count, (position) => {
    const address = keyAt(position, count)
    const id = address.slice(0, 14)
    // Which one in the order of time is at this position in the order of keys.
    const index = (position * step) % count
    const createdAtMs = firstMs + index * 10_000
    const title = titleOf(index)
    const deletedAtMs = index % 50 === 0 ? createdAtMs + 1 : null
    addBlob(address, createdAtMs)
    addImage(
      id,
      ownerId,
      title,
      searchText(title, ''),
      createdAtMs,
      deletedAtMs,
      address,
      address,
      createdAtMs,
    )
    if (deletedAtMs === null) {
      addClaim(address, `owner:${ownerId}`, id)
      addClaim(address, 'site', id)
    }
    if (index % 100 === 1) addMember(albumId, id, createdAtMs, createdAtMs)
  })
}

function addGrams(database: Database, count: number): void {
  database.run("INSERT INTO image_grams (image_grams, rank) VALUES ('hashsize', 67108864)")
  const add = database.prepare(
    `INSERT INTO image_grams (rowid, grams) SELECT CAST(? AS INTEGER) * ${perMs}, ?`,
  )
  const ownerId =
    database.query<{ owner_id: string }, []>('SELECT owner_id FROM images LIMIT 1').get()?.owner_id ?? ''
  inSteps(database, count, (index) => {
    add.run(firstMs + index * 10_000, gramsDocument(ownerId, gramsOf(searchText(titleOf(index), ''))))
  })
  database.run("INSERT INTO image_grams (image_grams, rank) VALUES ('hashsize', 1048576)")
}

function addCounters(
  database: Database,
  { count, ownerId, albumId }: { count: number; ownerId: string; albumId: string },
) {
  const deleted = Math.ceil(count / 50)
  const live = count - deleted
  const scopes: [string, number][] = [
    ['site', live],
    [`owner:${ownerId}`, live],
    ['category:general', live],
    [`deleted:${ownerId}`, deleted],
    [`album:${albumId}`, Math.floor(count / 100)],
  ]
  for (const [scope, images] of scopes) {
    database.run('INSERT INTO image_counters VALUES (?, 0, ?, ?)', [scope, images, images * 200_000])
  }
}

function inSteps(database: Database, count: number, work: (index: number) => void): void {
  for (let from = 0; from < count; from += rowsPerStep) {
    database.run('BEGIN')
    for (let index = from; index < Math.min(count, from + rowsPerStep); index += 1) work(index)
    database.run('COMMIT')
  }
}

/** A key of 64 hexadecimal digits that is as far along all keys as `position` is along `count`. */
function keyAt(position: number, count: number): string {
  const place = Math.floor((position / count) * 2 ** 48)
  return (
    place.toString(16).padStart(12, '0') +
    new Bun.CryptoHasher('sha256').update(String(position)).digest('hex').slice(12)
  )
}

/** A step that comes by every index once. */
function stepFor(count: number): number {
  let step = Math.floor(count * 0.618) | 1
  while (greatestCommonDivisor(step, count) !== 1) step += 2
  return step
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
