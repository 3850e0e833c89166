import type { NewImage } from '../images/image-records.ts'
import { findImage } from '../images/image-rows.ts'
import { Failure } from '../language/failure.ts'
import type { Image } from '../language/records.ts'
import { insertion } from '../rows/clauses.ts'
import { flag, type Sql, type SqlReader, text } from '../rows/engine.ts'

/** The result of an earlier upload with an Idempotency-Key. */
interface RememberedUpload {
  image: Image
  deduped: boolean
  fingerprint: string
}

/** `undefined` also if the image is gone: then this is a new upload. */
export async function recallUpload(
  sql: SqlReader,
  { keyId, token }: { keyId: string; token: string },
  nowMs: number,
): Promise<RememberedUpload | undefined> {
  const row = await sql.get(
    'SELECT image_id, deduped, fingerprint FROM idempotent_uploads WHERE key_id = ? AND token = ?',
    keyId,
    token,
  )
  const image = row && (await findImage(sql, text(row, 'image_id'), nowMs))
  return image && { image, deduped: flag(row, 'deduped'), fingerprint: text(row, 'fingerprint') }
}

/** {@link recallUpload} within the transaction of the upload. @throws {Failure} IDEMPOTENCY_MISMATCH */
export async function recallSameUpload(
  sql: Sql,
  idempotency: NonNullable<NewImage['idempotency']>,
  nowMs: number,
): Promise<RememberedUpload | undefined> {
  const remembered = await recallUpload(sql, idempotency, nowMs)
  if (remembered && remembered.fingerprint !== idempotency.fingerprint) {
    throw new Failure({ code: 'IDEMPOTENCY_MISMATCH' })
  }
  return remembered
}

/** Records an upload under its Idempotency-Key. */
export async function rememberUpload(
  sql: Sql,
  { keyId, token, fingerprint }: NonNullable<NewImage['idempotency']>,
  { imageId, deduped }: { imageId: string; deduped: boolean },
): Promise<void> {
  await sql.run(
    ...insertion(
      'idempotent_uploads',
      { key_id: keyId, token, fingerprint, image_id: imageId, deduped: deduped ? 1 : 0 },
      `ON CONFLICT (key_id, token) DO UPDATE
SET fingerprint = excluded.fingerprint, image_id = excluded.image_id, deduped = excluded.deduped`,
    ),
  )
}
