import type { SiteDatabase } from '../../src/database/database.ts'
import { newId } from '../../src/language/ids.ts'

/** Fills an empty database with something of everything. */
export async function fillSite(database: SiteDatabase, images: number): Promise<void> {
  const audit = (action: string, subject: string) => ({
    atMs: Date.UTC(2026, 4, 1),
    actor: 'Root "x" \u{1F431}',
    actorUserId: null,
    address: 'local',
    action,
    subject,
    before: null,
    after: { list: [1, null, 'a'] },
  })
  const hash = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')
  const user = {
    id: newId(),
    name: 'Çarol',
    role: 'admin' as const,
    passwordHash: '',
    createdAtMs: Date.UTC(2026, 0, 1),
    hasGeneratedPassword: false,
    hasCommandPassword: false,
    disabledAtMs: null,
    quotaBytes: 2 ** 45,
    displayName: '',
  }
  await database.users.add(user, audit('user.add', user.id))
  const categoryId = newId()
  await database.categories.add(
    { id: categoryId, name: 'general', enabled: true, createdAtMs: 1 },
    audit('category.add', categoryId),
  )
  const albumId = newId()
  await database.albums.add(
    { id: albumId, ownerId: user.id, name: 'Cats', publicToken: 'public', createdAtMs: 1 },
    audit('album.add', albumId),
  )
  await Promise.all(
    Array.from({ length: images }, (_, index) =>
      database.images.record({
        id: newId(),
        ownerId: user.id,
        categoryId,
        albumId: index % 2 ? albumId : null,
        title: `Image ${index} \u{1F431}`,
        description: '',
        fileName: `IMG_${index}.png`,
        createdAtMs: Date.UTC(2026, 4, 1) + index,
        expiresAtMs: null,
        receivedSha256: hash(`received ${index}`),
        removed: [{ kind: 'exif', bytes: index }],
        file: {
          address: hash(`stored ${index}`),
          sizeBytes: 1_000 + index,
          type: 'image/png',
          width: 4,
          height: 3,
          frames: 1,
        },
        dedupBy: 'file',
        link: null,
        dedupScope: 'owner',
        maxImages: 0,
        maxSiteBytes: null,
        removalsSeen: 0,
        key: null,
        idempotency: index % 3 ? null : { keyId: 'key', token: String(index), fingerprint: 'f' },
      }),
    ),
  )
  await database.settings.setAll([
    { key: 'upload.maxBytes', value: '1', audit: audit('policy.set', 'upload.maxBytes') },
  ])
  await database.access.put(
    [{ network: '10.0.0.0/8', list: 'block', note: 'n', createdAtMs: 1, expiresAtMs: null }],
    audit('ip.block', '10.0.0.0/8'),
  )
  await database.charsets.add(
    {
      id: 'roar',
      name: 'Roar',
      symbols: ['嗷', '呜', '啊', '~'],
      enabled: true,
      isDefault: true,
      unreadable: undefined,
    },
    audit('charset.add', 'roar'),
  )
}
