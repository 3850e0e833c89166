import { addingProblem, textBytesOf } from '../accounts/quota.ts'
import { Failure } from '../language/failure.ts'
import type { Image } from '../language/records.ts'
import { nameKey } from '../language/text-field.ts'
import { givenRows, isOneOf } from '../rows/clauses.ts'
import {
  type CounterChanges,
  counterScope,
  createCounterChanges,
  readOwner,
  requireRoomOfOwner,
} from '../rows/counters.ts'
import type { SqlDialect, SqlEngine, SqlTransaction } from '../rows/engine.ts'
import { searchText } from '../rows/search-text.ts'
import { type LockedImage, lockImageRows } from './image-lock-rows.ts'

/** The texts of an image that searches look in. */
type ImageWords = Pick<Image, 'title' | 'description' | 'fileName'>

/** The columns of these texts, and of their searchable form. */
export function wordColumns({ title, description, fileName }: ImageWords) {
  return {
    title,
    description,
    search_text: searchText(title, description),
    file_name: fileName,
    file_name_key: nameKey(fileName),
  }
}

/**
 * Changes texts, and removes the images from the search index, to be indexed again.
 * @throws {Failure} QUOTA_EXCEEDED before anything is changed
 */
export async function changeWords(
  sql: SqlTransaction,
  dialect: SqlDialect,
  {
    images,
    change,
    counters,
  }: { images: readonly LockedImage[]; change: Partial<ImageWords>; counters: CounterChanges },
): Promise<void> {
  const changed = images.map(({ id, ownerId, textBytes, title, description, fileName }) => {
    const words = { title, description, fileName, ...change }
    return { id, ownerId, words, addedBytes: textBytesOf(words) - textBytes }
  })
  for (const [ownerId, theirs] of Map.groupBy(changed, (image) => image.ownerId)) {
    const addedBytes = theirs.reduce((sum, image) => sum + image.addedBytes, 0)
    if (addedBytes > 0) {
      const added = { images: 0, bytes: addedBytes }
      await requireRoomOfOwner(sql, await readOwner(sql, ownerId), { added }, addingProblem)
    }
    if (addedBytes !== 0) counters.add(counterScope.text(ownerId), 0, addedBytes)
  }
  await dialect.search.remove(
    sql,
    isOneOf(
      dialect,
      changed.map(({ id }) => id),
    ),
  )
  const columns = Object.keys(wordColumns({ title: '', description: '', fileName: '' }))
  await sql.run(
    `UPDATE images SET ${columns.map((column, index) => `${column} = given.value ->> ${index + 1}`).join(', ')}
     FROM ${dialect.given} WHERE images.id = given.value ->> 0`,
    givenRows(changed.map(({ id, words }) => [id, ...Object.values(wordColumns(words))])),
  )
}

/**
 * Fills a missing title and file name of the owner's repeated image from an upload, if the owner has room for them.
 * Uses its own transaction, because a repeated upload otherwise changes no image.
 */
export async function fillWords(
  { dialect, write }: SqlEngine,
  image: Image,
  upload: Pick<Image, 'ownerId' | 'title' | 'fileName'>,
): Promise<Image> {
  const isFilled = (name: 'title' | 'fileName') => image[name] === '' && upload[name] !== ''
  if (image.ownerId !== upload.ownerId || !(isFilled('title') || isFilled('fileName'))) return image
  try {
    return await write(async (sql) => {
      const [locked] = await lockImageRows(sql, dialect, { ids: [image.id], lock: dialect.forUpdate })
      if (locked === undefined) return image
      const change = { title: locked.title || upload.title, fileName: locked.fileName || upload.fileName }
      const counters = createCounterChanges(dialect)
      await changeWords(sql, dialect, { images: [locked], change, counters })
      await counters.write(sql)
      return { ...image, ...change }
    })
  } catch (error) {
    if (error instanceof Failure && error.code === 'QUOTA_EXCEEDED') return image
    throw error
  }
}
