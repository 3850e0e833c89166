import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { associations, box, fullBox, pictureHandler, size } from '@pictoglyph/media/test/build/avif'
import { big, bytesOf } from '@pictoglyph/media/test/build/bytes'
import { segment } from '@pictoglyph/media/test/build/jpeg'
import { apng, chunk, png } from '@pictoglyph/media/test/build/png'
import { samples } from '@pictoglyph/media/test/samples'
import { listNetworks } from '../../src/access/access.ts'
import { setUserQuota } from '../../src/accounts/users.ts'
import { addAlbum, removeAlbum } from '../../src/albums/albums.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { category } from '../../src/categories/category.ts'
import { blockHash } from '../../src/images/blocked-hashes.ts'
import { deleteImages } from '../../src/images/images.ts'
import { revokeKey } from '../../src/keys/keys.ts'
import { Failure, type FailureFacts } from '../../src/language/failure.ts'
import { templatesOf } from '../../src/language/message.ts'
import { setLink } from '../../src/links/links.ts'
import { createSha256 } from '../../src/platform/sha256.ts'
import type { PolicyKey } from '../../src/policy/policy.ts'
import type { FileScanner } from '../../src/site-ports.ts'
import { runAction } from '../../src/things/run-action.ts'
import type { UploadFields } from '../../src/upload/incoming.ts'
import { tryUpload, type UploadPorts, type UploadVerdict, upload } from '../../src/upload/upload.ts'
import { type GivenUpload, openSiteOnDisk, type SiteOnDisk } from '../site-on-disk.ts'

const picture = png(4, 4)
const address = createSha256().update(picture).digest('hex')
const jpeg = samples.find(({ name }) => name === 'JPEG')!.bytes
const openJpeg = jpeg.subarray(0, jpeg.length - 2)

function jpegOf(kind: number, bits: number): Uint8Array {
  const frame = segment(kind, big(1, bits), big(2, 2), big(2, 3), big(1, 1), '\x01\x11\0')
  return bytesOf('\xff\xd8', frame, segment(0xda, '\x01\x01\0\0\x3f\0'), 'x\xff\xd9')
}

interface Attempt extends GivenUpload {
  ports?: Partial<UploadPorts>
  /** A trial does not meet it, since it stores nothing. */
  metWhenStored?: boolean
}

type Arrange = (site: SiteOnDisk) => Attempt | Promise<Attempt>

/** The upload of a picture when something happens after it was judged and before it is stored. */
const afterVerdict =
  (change: (site: SiteOnDisk) => Promise<unknown>, given: Arrange = () => ({})): Arrange =>
  async (site) => {
    const scan = async () => {
      await change(site)
      return 'clean' as const
    }
    return { ports: { scanner: { scan } }, file: picture, metWhenStored: true, ...(await given(site)) }
  }

const withKey =
  (key: Parameters<SiteOnDisk['createKey']>[0], given: GivenUpload = {}): Arrange =>
  async (site) => ({ file: picture, key: await site.createKey(key), ...given })

const withFields =
  (fields: UploadFields): Arrange =>
  () => ({ file: picture, fields })

const uploadPicture = ({ ports, incoming }: SiteOnDisk) => upload(ports, incoming({ file: picture }))

/** A removal of the picture's bytes that has begun. */
async function beginRemoval({ ports, clock }: SiteOnDisk): Promise<number> {
  const untilMs = clock.nowMs + 60_000
  await ports.database.blobs.beginRemovals([address], clock.nowMs, untilMs)
  return untilMs
}

async function setLinkOfBob({ ports, incoming, addMember }: SiteOnDisk): Promise<void> {
  const bob = await addMember('bob')
  const given = { file: png(5, 5), uploader: { user: bob, key: null } }
  const { image } = await upload(ports, { ...incoming(given), findUploader: async () => given.uploader })
  await setLink(ports, commandActor, { name: 'logo', image })
}

/** Sets a policy before the upload comes. */
const under =
  (key: PolicyKey, value: string, given: Arrange = () => ({ file: picture })): Arrange =>
  async (site) => {
    await site.setPolicy(key, value)
    return given(site)
  }

const blocked: Arrange = async (site) => {
  await listNetworks(site.ports, commandActor, 'block', [{ network: '192.0.2.0/24' }])
  await site.refresh()
  return { file: picture }
}

/** A scanner, an end finder or a store that answers so. */
const scanned = (verdict: 'infected' | 'failed'): Attempt => ({
  ports: { scanner: { scan: async () => verdict } },
  file: picture,
})

const otherUpload = { file: picture, fields: { title: 'another' }, idempotencyKey: 'once' }

/** Every way in which an upload is refused: its code, what it says, and how it comes about. */
const refusals: [code: FailureFacts['code'], says: string, arrange: Arrange][] = [
  ['IP_BLACKLISTED', '', under('upload.accessLists', 'on', blocked)],
  ['IP_BLACKLISTED', '', under('upload.accessLists', 'on', () => ({ file: picture, address: undefined }))],
  ['IP_NOT_WHITELISTED', '', under('upload.accessLists', 'on', under('text.whitelistMode', 'on'))],
  [
    'UNAUTHORIZED',
    '',
    async (site) => {
      const uploader = { user: { ...site.admin, disabledAtMs: 1 }, key: null }
      return { file: picture, uploader }
    },
  ],
  [
    'UNAUTHORIZED',
    '',
    async (site) => {
      const key = await site.createKey()
      const meanwhile = () => revokeKey(site.ports, commandActor, key.id)
      return { file: picture, key, meanwhile }
    },
  ],
  [
    'FORBIDDEN',
    '',
    async (site) => ({ file: picture, key: { ...(await site.createKey()), permissions: [] } }),
  ],
  ['KEY_BOUND', 'from this address', withKey({ binding: { networks: ['198.51.100.0/24'] } })],
  [
    'RATE_LIMITED',
    '',
    async (site) => {
      const key = await site.createKey({ uploadsPerMinute: 1 })
      await upload(site.ports, site.incoming({ file: picture, key }))
      return { file: png(6, 6), key }
    },
  ],
  [
    'KEY_USED_UP',
    '',
    async (site) => {
      const key = await site.createKey({ maxUploads: 1 })
      await upload(site.ports, site.incoming({ file: picture, key }))
      return { file: png(6, 6), key: (await site.ports.database.keys.byId(key.id))! }
    },
  ],
  [
    'KEY_USED_UP',
    '',
    async (site) => {
      const key = await site.createKey({ maxUploads: 1 })
      // With an Idempotency-Key it may be a repetition, so that it is only known once it has come.
      const meanwhile = () => upload(site.ports, site.incoming({ file: picture, key }))
      return { file: png(6, 6), key, idempotencyKey: 'other', meanwhile }
    },
  ],
  [
    'KEY_USED_UP',
    '',
    async (site) => {
      const key = await site.createKey({ maxUploads: 1 })
      const another = () => upload(site.ports, site.incoming({ file: picture, key }))
      return afterVerdict(another, () => ({ file: png(6, 6), key }))(site)
    },
  ],
  ['TOO_LARGE', '', under('upload.maxBytes', String(picture.length - 1))],
  ['FILE_MISSING', '', () => ({})],
  ['FILE_MISSING', '', () => ({ fields: { sha256: address } })],
  ['BAD_REQUEST', 'sha256 must be the 64', () => ({ fields: { sha256: 'abc' } })],
  [
    'FILE_MISSING',
    '',
    async (site) => {
      const { image } = await uploadPicture(site)
      const { database } = site.ports
      const repeat: typeof database.images.repeat = async (repeated) => {
        await deleteImages(site.ports, commandActor, site.admin.id, [image.id])
        return database.images.repeat(repeated)
      }
      const ports = { database: { ...database, images: { ...database.images, repeat } } }
      return { ports, fields: { sha256: address }, metWhenStored: true }
    },
  ],
  [
    'IDEMPOTENCY_MISMATCH',
    '',
    async (site) => {
      const key = await site.createKey()
      await upload(site.ports, site.incoming({ ...otherUpload, key }))
      return { file: picture, key, idempotencyKey: 'once' }
    },
  ],
  [
    'IDEMPOTENCY_MISMATCH',
    '',
    async (site) => {
      const key = await site.createKey()
      const another = () => upload(site.ports, site.incoming({ ...otherUpload, key }))
      return afterVerdict(another, () => ({ key, idempotencyKey: 'once' }))(site)
    },
  ],
  ['TYPE_NOT_ALLOWED', '', () => ({ file: bytesOf('%PDF-1.7 and so on') })],
  ['TYPE_NOT_ALLOWED', '', under('upload.types', 'jpeg')],
  ['TYPE_NOT_ALLOWED', '', under('upload.types', 'jpeg', () => ({ file: picture.subarray(0, 20) }))],
  ['INVALID_IMAGE', '', () => ({ file: bytesOf(picture.subarray(0, 8), chunk('IHDR', 'short')) })],
  ['INVALID_IMAGE', 'cut short', () => ({ file: picture.subarray(0, picture.length - 4) })],
  ['INVALID_IMAGE', 'more than 8 bits', () => ({ file: jpegOf(0xc1, 12) })],
  ['INVALID_IMAGE', 'lossless', () => ({ file: jpegOf(0xc3, 8) })],
  ['INVALID_IMAGE', 'without av1C', () => ({ file: avifWithoutConfiguration() })],
  ['INVALID_IMAGE', '4 × 4 pixels; a side', under('upload.maxSide', '3')],
  ['INVALID_IMAGE', '4 × 4 pixels; 15 pixels', under('upload.maxPixels', '15')],
  ['INVALID_IMAGE', '3 frames', under('upload.maxFrames', '2', () => ({ file: apng(4, 4, 3) }))],
  ['INVALID_IMAGE', 'scanner', () => scanned('infected')],
  ['OVERLOADED', '', () => scanned('failed')],
  [
    'OVERLOADED',
    '',
    () => ({ ports: { endFinder: { findEnd: async () => ({ kind: 'busy' }) } }, file: openJpeg }),
  ],
  [
    'INVALID_IMAGE',
    'metadata can',
    ({ ports: { blobs } }) => ({
      // The bytes that are read again are others than those that came.
      ports: {
        blobs: {
          ...blobs,
          async stage(sizeBytes) {
            const staged = await blobs.stage(sizeBytes)
            const read: typeof staged.read = (offset, length) =>
              new Uint8Array(staged.read(offset, length).length)
            return Object.create(staged, { read: { value: read } })
          },
        },
      },
      file: png(4, 4, chunk('tEXt', 'Title\0A cat')),
    }),
  ],
  [
    'INVALID_IMAGE',
    'taken down',
    async ({ ports }) => {
      await blockHash(ports, commandActor, { sha256: address, reason: 'taken down', note: '' })
      return { file: picture }
    },
  ],
  [
    'INVALID_IMAGE',
    'taken down',
    async (site) => {
      await uploadPicture(site)
      const { database } = site.ports
      await blockHash(site.ports, commandActor, { sha256: address, reason: 'taken down', note: '' })
      expect(await database.images.totals()).toMatchObject({ images: 1 })
      return { fields: { sha256: address } }
    },
  ],
  ['CATEGORY_MISSING', '', withFields({ categoryId: '' })],
  ['CATEGORY_UNAVAILABLE', '', withFields({ categoryId: 'no such' })],
  [
    'CATEGORY_UNAVAILABLE',
    '',
    ({ ports, categoryId }) => ({
      file: picture,
      meanwhile: () =>
        runAction(ports, { actor: commandActor, thing: category, verb: 'disable', id: categoryId }),
    }),
  ],
  [
    'CATEGORY_UNAVAILABLE',
    '',
    afterVerdict(({ ports, categoryId }) =>
      runAction(ports, { actor: commandActor, thing: category, verb: 'disable', id: categoryId }),
    ),
  ],
  ['ALBUM_NOT_ALLOWED', '', withFields({ albumId: 'nosuch' })],
  [
    'ALBUM_NOT_ALLOWED',
    '',
    async (site) => {
      const { id } = await addAlbum(site.ports, commandActor, (await site.addMember('bob')).id, 'Of Bob')
      return { file: picture, fields: { albumId: id } }
    },
  ],
  [
    'ALBUM_NOT_ALLOWED',
    '',
    async (site) => {
      const album = await addAlbum(site.ports, commandActor, site.admin.id, 'All')
      const remove = () => removeAlbum(site.ports, commandActor, album)
      return afterVerdict(remove, () => ({ fields: { albumId: album.id } }))(site)
    },
  ],
  [
    'KEY_BOUND',
    'the categories cats',
    async (site) => {
      const { id } = await runAction(site.ports, {
        actor: commandActor,
        thing: category,
        verb: 'add',
        name: 'cats',
      })
      return withKey({ binding: { categoryIds: [id] } })(site)
    },
  ],
  [
    'KEY_BOUND',
    'the albums',
    async (site) => {
      const albums = ['All', 'Other'].map((name) => addAlbum(site.ports, commandActor, site.admin.id, name))
      const albumIds = (await Promise.all(albums)).map(({ id }) => id)
      return withKey({ binding: { albumIds } })(site)
    },
  ],
  ['KEY_BOUND', 'the types image/jpeg', withKey({ binding: { types: ['image/jpeg'] } })],
  ['KEY_BOUND', 'files of 5 bytes', withKey({ binding: { maxBytes: 5 } })],
  ['KEY_BOUND', 'may set no links', withKey({}, { fields: { link: 'logo' } })],
  [
    'KEY_BOUND',
    'the links icon',
    withKey({ binding: { linkNames: ['icon'] } }, { fields: { link: 'logo' } }),
  ],
  ['BAD_REQUEST', 'title', withFields({ title: 'x'.repeat(1_000) })],
  ['BAD_REQUEST', 'description', withFields({ description: 'x'.repeat(100_000) })],
  ['BAD_REQUEST', 'expiresIn', withFields({ expiresIn: 'soon' })],
  ['BAD_REQUEST', '7d at most', under('upload.maxLifetime', '7d', withFields({ expiresIn: '8d' }))],
  ['BAD_REQUEST', 'link', withFields({ link: 'not a name!' })],
  [
    'BAD_REQUEST',
    'belongs to',
    async (site) => {
      await setLinkOfBob(site)
      return { file: picture, fields: { link: 'logo' } }
    },
  ],
  ['BAD_REQUEST', 'belongs to', afterVerdict(setLinkOfBob, () => ({ fields: { link: 'logo' } }))],
  [
    'QUOTA_EXCEEDED',
    '',
    async ({ ports, admin }) => {
      await setUserQuota(ports, commandActor, admin, picture.length - 1)
      return { file: picture }
    },
  ],
  [
    'QUOTA_EXCEEDED',
    '',
    afterVerdict(({ ports, admin }) => setUserQuota(ports, commandActor, admin, picture.length - 1)),
  ],
  ['QUOTA_EXCEEDED', '', under('site.maxBytes', String(picture.length - 1))],
  [
    'QUOTA_EXCEEDED',
    '',
    under('upload.maxImagesPerUser', '1', async (site) => {
      await uploadPicture(site)
      return { file: png(6, 6) }
    }),
  ],
  [
    'STORAGE_FAILED',
    '',
    ({ ports: { blobs } }) => ({
      ports: { blobs: { ...blobs, put: () => Promise.reject(new Failure({ code: 'STORAGE_FAILED' })) } },
      file: picture,
      metWhenStored: true,
    }),
  ],
  [
    'OVERLOADED',
    '',
    async (site) => {
      await beginRemoval(site)
      return { file: picture, isStopping: () => true, metWhenStored: true }
    },
  ],
  [
    'OVERLOADED',
    '',
    (site) => {
      const { blobs, database } = site.ports
      const put: typeof blobs.put = async (...parameters) => {
        await blobs.put(...parameters)
        const untilMs = await beginRemoval(site)
        await blobs.remove(address)
        await database.blobs.finishRemovals([address], untilMs)
      }
      return { ports: { blobs: { ...blobs, put } }, file: picture, metWhenStored: true }
    },
  ],
]

function avifWithoutConfiguration(): Uint8Array {
  const info = fullBox('infe', 2, 0, big(2, 1), big(2, 0), 'av01\0')
  const places = fullBox('iloc', 0, 0, '\x44\0', big(2, 1), [
    big(2, 1),
    big(2, 0),
    big(2, 1),
    big(4, 0),
    big(4, 1),
  ])
  const properties = box('iprp', box('ipco', size(2, 3)), associations({ id: 1, properties: [1] }))
  const items = [fullBox('pitm', 0, 0, big(2, 1)), places, fullBox('iinf', 0, 0, big(2, 1), info), properties]
  const meta = fullBox('meta', 0, 0, pictureHandler, items)
  return bytesOf(box('ftyp', 'avif\0\0\0\0avifmif1'), meta, box('mdat', 'x'))
}

/** Stored bytes that no row names, but those that are being removed. */
async function unneededBlobs({ ports: { blobs, database } }: SiteOnDisk): Promise<string[]> {
  const found: string[] = []
  for await (const { address: one } of blobs.list()) {
    const { underWayUntilMs } = await database.blobs.removal(one)
    if (underWayUntilMs === null && (await database.blobs.byAddress(one)) === undefined) found.push(one)
  }
  return found
}

const named = refusals.map(([code, says, arrange], index) => ({
  code,
  says,
  arrange,
  name: `${index} ${code} ${says}`,
}))

/** The attempt, made ready, with what is kept at its last chance to change something else. */
async function prepare(site: SiteOnDisk, arrange: Arrange) {
  const { ports: change, metWhenStored = false, meanwhile, ...given } = await arrange(site)
  let before = await site.kept()
  const scan: FileScanner['scan'] = async (file) => {
    const verdict = await change?.scanner?.scan(file)
    before = await site.kept()
    return verdict ?? 'clean'
  }
  const incoming = site.incoming({
    ...given,
    async meanwhile() {
      await meanwhile?.()
      before = await site.kept()
    },
  })
  return {
    ports: { ...site.ports, ...change, scanner: { scan } },
    incoming,
    metWhenStored,
    before: () => before,
  }
}

const seen: FailureFacts[] = []

test.each(named)('an upload is refused and leaves nothing behind: $name', async ({ code, says, arrange }) => {
  await using site = await openSiteOnDisk()
  const { ports, incoming, before } = await prepare(site, arrange)
  const refused = await upload(ports, incoming).catch((error: unknown) => error)
  if (!(refused instanceof Failure)) throw new Error('it was not refused', { cause: refused })
  expect(refused.facts.code).toBe(code)
  expect(refused.message).toContain(says)
  seen.push(refused.facts)
  const { images, unfinished } = await site.kept()
  expect([unfinished, await unneededBlobs(site)]).toEqual([0, []])
  expect(images).toBeLessThanOrEqual(before().images)
})

test.each(named)('a trial tells the same, and stores nothing: $name', async ({ code, says, arrange }) => {
  await using site = await openSiteOnDisk()
  const { ports, incoming, metWhenStored, before } = await prepare(site, arrange)
  const verdict = await tryUpload(ports, incoming).catch((error: unknown) => error)
  const problems = verdict instanceof Failure ? [verdict.facts] : (verdict as UploadVerdict).problems
  const same = problems.find((facts) => facts.code === code && new Failure(facts).message.includes(says))
  expect(same !== undefined || metWhenStored).toBe(true)
  expect(await site.kept()).toEqual({ ...before(), unfinished: 0 })
})

test('these are all refusals that the phases of an upload know', async () => {
  const source = join(import.meta.dir, '../../src/upload')
  const codes = new Set<string>()
  const templates = new Set<string>()
  for await (const path of new Bun.Glob('*.ts').scan(source)) {
    const text = await Bun.file(join(source, path)).text()
    for (const [, code = ''] of text.matchAll(/code: '([A-Z_]+)'/g)) codes.add(code)
    for (const [, one, other] of text.matchAll(/message\(\s*(?:'([^']+)'|"([^"]+)")/g))
      templates.add(one ?? other ?? '')
  }
  const told = seen.flatMap((facts) => ('reason' in facts ? templatesOf(facts.reason) : []))
  expect([...codes].filter((code) => !seen.some((facts) => facts.code === code))).toEqual([])
  expect([...templates].filter((template) => !told.includes(template))).toEqual([])
  expect(codes.size).toBeGreaterThan(10)
})
