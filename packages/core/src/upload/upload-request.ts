import type { Address } from '../network/address.ts'
import type { NewImage } from '../ports/database/image-store.ts'
import type { ApiKey, User } from '../records.ts'

/** Whom an upload acts for: a user by one of their keys, or, without a key, a user who is signed in. */
export interface Uploader {
  user: User
  key: ApiKey | null
}

/** What an uploader says of the image, as it was sent: nothing is checked yet. */
export interface UploadRequest {
  holder: Uploader
  address: Address | undefined
  categoryId: string | undefined
  albumId: string | undefined
  title: string | undefined
  description: string | undefined
  /** By what the answer can be recalled, where the request has an `Idempotency-Key`. */
  idempotency: NewImage['idempotency']
}
