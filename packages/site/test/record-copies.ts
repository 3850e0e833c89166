import { newId } from '../src/language/ids.ts'
import type { Image } from '../src/language/records.ts'
import type { SitePorts } from '../src/site-ports.ts'

/**
 * Records images with the stored bytes of another, received as others. Returns their ids.
 * @param changeOf the fields of one copy that differ
 */
export async function recordCopies(
  { database }: Pick<SitePorts, 'database'>,
  image: Image,
  count: number,
  changeOf: (index: number) => Partial<Image> = () => ({}),
): Promise<string[]> {
  const copies = Array.from({ length: count }, (_, index) => ({
    ...image,
    id: newId(),
    receivedSha256: String(index).padStart(64, '0'),
    albumId: null,
    dedupScope: 'owner' as const,
    dedupBy: 'file' as const,
    maxImages: 0,
    maxSiteBytes: null,
    removalsSeen: 0,
    link: null,
    key: null,
    idempotency: null,
    ...changeOf(index),
  }))
  await Promise.all(copies.map((copy) => database.images.record(copy)))
  return copies.map(({ id }) => id)
}
