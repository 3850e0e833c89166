import { chunk, png } from '@pictoglyph/media/test/build/png'
import { setUserQuota } from '../../src/accounts/users.ts'
import { addAlbum } from '../../src/albums/albums.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { deleteImages } from '../../src/images/images.ts'
import type { User } from '../../src/language/records.ts'
import { createSha256 } from '../../src/platform/sha256.ts'
import { tryUpload, upload } from '../../src/upload/upload.ts'
import type { GivenUpload } from '../site-on-disk.ts'
import type { Chapter } from './life.ts'

const hashOf = (bytes: Uint8Array) => createSha256().update(bytes).digest('hex')
const shot = (camera: string) => png(4, 4, chunk('tEXt', `Model\0${camera}`))

/** Uploads of all kinds, and their repeats. */
export const uploads: Chapter = {
  name: 'uploads',
  async happen({ site, ann, bob, step, upload: uploadAs, wait }) {
    const { ports } = site
    const given = async (incoming: GivenUpload) => {
      const { uploader: _, ...outcome } = await upload(ports, site.incoming(incoming))
      return outcome
    }
    const as = (user: User, incoming: GivenUpload) => {
      const uploader = { user, key: null }
      return { ...site.incoming(incoming), uploader, findUploader: async () => uploader }
    }
    const outcomeOf = async (user: User, incoming: GivenUpload) => {
      const { uploader: _, ...outcome } = await upload(ports, as(user, incoming))
      return outcome
    }
    const tried = async (user: User, incoming: GivenUpload) => {
      const { problems, existing, file } = await tryUpload(ports, as(user, incoming))
      return { problems, existing, sizeBytes: file?.sizeBytes }
    }
    const ends = () => uploadAs(ann, 7, { fields: { expiresIn: '1h' } })

    await step('ann uploads a file with words and a name', () =>
      outcomeOf(ann, {
        file: png(1, 1),
        name: 'C:\\Cats\\Cat.PNG',
        fields: { title: 'A cat', description: 'Purrs.' },
      }),
    )
    await step('she uploads it again, with other words', () =>
      outcomeOf(ann, {
        file: png(1, 1),
        name: 'other.png',
        fields: { title: 'Another', description: 'No.' },
      }),
    )
    await step('bob uploads the same file', () => outcomeOf(bob, { file: png(1, 1) }))
    await step('he gives it a title and a name with its repeat', () =>
      outcomeOf(bob, { file: png(1, 1), name: 'Dog.png', fields: { title: 'Dog', description: 'Barks.' } }),
    )
    const album = await step('ann adds an album', () => addAlbum(ports, commandActor, ann.id, 'Cats'))
    await step('she uploads another file into it', () =>
      outcomeOf(ann, { file: png(2, 2), fields: { albumId: album?.id } }),
    )
    await step('she uploads the first file into it', () =>
      outcomeOf(ann, { file: png(1, 1), fields: { albumId: album?.id } }),
    )
    await step('and once more', () => outcomeOf(ann, { file: png(1, 1), fields: { albumId: album?.id } }))
    await step('bob uploads into the album of ann', () =>
      outcomeOf(bob, { file: png(2, 2), fields: { albumId: album?.id } }),
    )
    await step('ann sends a hash in place of the file', () =>
      outcomeOf(ann, { fields: { sha256: ` ${hashOf(png(2, 2)).toUpperCase()} `, title: 'By hash' } }),
    )
    await step('bob sends a hash that only ann has', () =>
      outcomeOf(bob, { fields: { sha256: hashOf(png(2, 2)) } }),
    )
    await step('ann tries uploads: a known file, a known hash, a new file, nothing', async () => [
      await tried(ann, { file: png(1, 1) }),
      await tried(ann, { fields: { sha256: hashOf(png(2, 2)) } }),
      await tried(ann, {
        file: png(9, 9),
        fields: { title: 'x'.repeat(501), categoryId: 'none', expiresIn: 'soon' },
      }),
      await tried(ann, {}),
    ])
    await step('ann uploads a file with metadata', () => outcomeOf(ann, { file: shot('One') }))
    await step('and one that differs in metadata', () => outcomeOf(ann, { file: shot('Two') }))
    await site.setPolicy('upload.dedupBy', 'picture')
    await step('and a third, now that the picture decides', () => outcomeOf(ann, { file: shot('Three') }))
    await step('bob uploads a fourth', () => outcomeOf(bob, { file: shot('Four') }))
    await site.setPolicy('upload.dedupScope', 'site')
    await step('bob uploads a fifth, and a file of ann, now that the site decides', async () => [
      await outcomeOf(bob, { file: shot('Five') }),
      await outcomeOf(bob, { file: png(2, 2), fields: { title: 'Of ann' } }),
    ])
    await step('a link makes an image of its own', () =>
      outcomeOf(bob, { file: png(2, 2), fields: { link: 'second' } }),
    )
    await step('ann uploads a file that ends after an hour', ends)
    await step('bob, whose upload ends sooner, gets hers', () =>
      uploadAs(bob, 7, { fields: { expiresIn: '30m' } }),
    )
    await step('bob, whose upload ends later, gets an image', () =>
      uploadAs(bob, 7, { fields: { expiresIn: '2h' } }),
    )
    await step('ann uploads it for longer', () => uploadAs(ann, 7, { fields: { expiresIn: '3h' } }))
    await step('ann uploads it for a shorter time', () => uploadAs(ann, 7, { fields: { expiresIn: '1h' } }))
    await step('ann uploads it for ever', () => uploadAs(ann, 7))
    await step('bob uploads it once more, and gets his own', () => uploadAs(bob, 7))
    await site.setPolicy('upload.dedupScope', 'owner')
    await site.setPolicy('upload.dedupBy', 'file')

    await step('ann uploads for an hour', () => uploadAs(ann, 8, { fields: { expiresIn: '1h' } }))
    wait(60)
    await step('when it has ended, the same file makes a new image', () => uploadAs(ann, 8))

    for (const [width, days] of [-1, 1, -100_000].entries()) {
      await step(`an import of a file that was uploaded on day ${days}`, () =>
        uploadAs(ann, 10 + width, { createdAtMs: site.clock.nowMs + days * 86_400_000 }),
      )
    }

    const key = await step('a key with a default category and a lifetime', () =>
      site.createKey({ name: 'short', imageLifetimeMs: 7_200_000, maxUploads: 4 }),
    )
    if (key === undefined) throw new Error('there is no key')
    const once = { key, idempotencyKey: 'once', file: png(20, 20), fields: { title: 'Once' } }
    await step('it uploads', () => given(once))
    await step('and again, for the same answer', () => given(once))
    await step('with other words under the same Idempotency-Key', () =>
      given({ ...once, fields: { title: 'Twice' } }),
    )
    await step('with another lifetime under it', () =>
      given({ ...once, fields: { title: 'Once', expiresIn: '1h' } }),
    )
    await step('with a hash under it', () =>
      given({ ...once, file: undefined, fields: { title: 'Once', sha256: hashOf(png(20, 20)) } }),
    )
    await step('with a hash under another', () =>
      given({ key, idempotencyKey: 'hash', fields: { sha256: hashOf(png(20, 20)) } }),
    )
    await step('a repeat counts too', () =>
      given({ key, file: png(20, 20), fields: { categoryId: 'general' } }),
    )
    await step('the last upload', () => given({ key, file: png(21, 21) }))
    await step('one too many', () => given({ key, file: png(22, 22) }))
    await step('the first Idempotency-Key is still answered', () => given(once))

    const guest = await step('a guest link', () =>
      site.createKey({ name: 'guests', isGuestLink: true, maxUploads: null, binding: { maxBytes: 100_000 } }),
    )
    await step('a guest uploads a file that its owner has', () => given({ key: guest, file: png(20, 20) }))
    await step('and again', () => given({ key: guest, file: png(20, 20) }))
    await step('a hash tells guests nothing', () =>
      given({ key: guest, fields: { sha256: hashOf(png(20, 20)) } }),
    )
    await step('guests try nothing', () => tryUpload(ports, site.incoming({ key: guest, file: png(20, 20) })))
    const linking = await step('a key that may set one link', () =>
      site.createKey({ name: 'linking', binding: { linkNames: ['logo'] } }),
    )
    await step('it sets the link', () =>
      given({ key: linking, file: png(23, 23), fields: { link: ' logo ' } }),
    )
    await step('it sets it to another image', () =>
      given({ key: linking, file: png(24, 24), fields: { link: 'logo' } }),
    )
    await step('and to the first again, which is a repeat', () =>
      given({ key: linking, file: png(23, 23), fields: { link: 'logo' } }),
    )
    await step('it may set no other', () =>
      given({ key: linking, file: png(25, 25), fields: { link: 'other' } }),
    )
    await step('another key sets none', () =>
      given({ key: guest, file: png(25, 25), fields: { link: 'logo' } }),
    )
    await step('bob may not take it', () => outcomeOf(bob, { file: png(25, 25), fields: { link: 'logo' } }))

    const size = png(30, 30).length
    await step('bob gets a quota', () => setUserQuota(ports, commandActor, bob, 3 * size))
    const bobNow = async () => (await ports.database.users.byId(bob.id)) ?? bob
    await step('his images are counted against it', async () =>
      outcomeOf(await bobNow(), { file: png(30, 30) }),
    )
    const { bytes } = await ports.database.users.usage(bob.id)
    await step('a quota with room for one more file', () =>
      setUserQuota(ports, commandActor, bob, bytes + size),
    )
    await step('a title has no room', async () =>
      outcomeOf(await bobNow(), { file: png(30, 30), fields: { title: 'x' } }),
    )
    const last = await step('the file has', async () => outcomeOf(await bobNow(), { file: png(30, 30) }))
    await step('a repeat needs none', async () => outcomeOf(await bobNow(), { file: png(30, 30) }))
    await step('another file has none', async () => outcomeOf(await bobNow(), { file: png(31, 31) }))
    await step('he deletes one', () => deleteImages(ports, commandActor, bob.id, [last?.image.id ?? '']))
    await step('and uploads it again', async () => outcomeOf(await bobNow(), { file: png(30, 30) }))
  },
}
