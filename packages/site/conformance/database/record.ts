import { expect, test } from 'bun:test'
import { newId } from '../../src/language/ids.ts'
import { addAlbum, audit, failureOf, type MakeDatabase, openSite, sha256, storedFile } from './fixture.ts'

export function recordLaws(make: MakeDatabase): void {
  test('an upload is kept as it was given, and is seen by every replica', async () => {
    await using site = await openSite(make)
    const draft = site.draft({
      title: '猫 "x" \'y\' 𝒳 \u{1F431}',
      description: '<b>\n%_\\',
      fileName: 'IMG 1 猫.gif',
      removed: [{ kind: 'exif', bytes: 90 }],
      file: { ...storedFile('stripped', 123), type: 'image/gif', frames: 7 },
    })
    const outcome = await site.database.images.record(draft)
    const {
      albumId,
      dedupScope,
      dedupBy,
      maxImages,
      maxSiteBytes,
      removalsSeen,
      link,
      key,
      idempotency,
      ...kept
    } = draft
    expect(outcome).toEqual({
      kind: 'created',
      image: {
        ...kept,
        keyId: null,
        ownerName: 'Ann',
        ownerDisplayName: '',
        deletedAtMs: null,
        takenDown: null,
      },
    })
    expect(await site.replica.images.byId(draft.id)).toEqual({
      ...kept,
      keyId: null,
      ownerName: 'Ann',
      ownerDisplayName: '',
      deletedAtMs: null,
      takenDown: null,
    })
    expect(await site.replica.images.byId('unknown')).toBeUndefined()
  })

  test('an upload that is repeated gives its owner’s image the words that it lacks, as far as there is room', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload()
    const same = { receivedSha256: image.receivedSha256, file: image.file, dedupScope: 'site' as const }
    const words = async () => {
      const { title, fileName } = (await site.replica.images.byId(image.id)) ?? image
      return [title, fileName]
    }
    await site.upload({ ...same, ownerId: site.bob.id, title: 'Bob’s', fileName: 'bob.png' })
    await site.upload({ ...same, title: '', fileName: 'IMG_1.png' })
    expect(await words()).toEqual(['', 'IMG_1.png'])
    const full = audit('user.quota', site.ann.id)
    await site.database.users.update(site.ann.id, { quotaBytes: image.file.sizeBytes }, full)
    expect((await site.upload({ ...same, title: 'Harbour' })).image.title).toBe('')
    await site.database.users.update(site.ann.id, { quotaBytes: null }, full)
    const filled = await site.upload({ ...same, title: 'Harbour', fileName: 'IMG_2.png' })
    expect(filled.image).toEqual({ ...image, title: 'Harbour', fileName: 'IMG_1.png' })
    await site.upload({ ...same, title: 'Another' })
    expect(await words()).toEqual(['Harbour', 'IMG_1.png'])
    expect((await site.database.users.usage(site.ann.id)).textBytes).toBe(4 * 'Harbour'.length)
  })

  test('fifty identical uploads at once over two replicas make one image', async () => {
    await using site = await openSite(make)
    const album = await addAlbum(site.database, site.ann.id)
    const same = { receivedSha256: sha256('same'), file: storedFile('same'), albumId: album.id }
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? site.database : site.replica).images.record(site.draft(same)),
      ),
    )
    expect(outcomes.filter(({ kind }) => kind === 'created')).toHaveLength(1)
    expect(outcomes.filter(({ kind }) => kind === 'deduped')).toHaveLength(49)
    expect(new Set(outcomes.map((one) => one.kind !== 'blobRemoving' && one.image.id)).size).toBe(1)
    expect(await site.database.users.usage(site.ann.id)).toEqual({
      images: 1,
      bytes: 1_000,
      deletedBytes: 0,
      deletedImages: 0,
      textBytes: 0,
    })
    expect((await site.database.albums.list(site.ann.id))[0]?.imageCount).toBe(1)
  })

  test('a repeated upload gives the image there is, changes nothing of it, and puts it into the album', async () => {
    await using site = await openSite(make)
    const first = await site.upload({ title: 'first' })
    const album = await addAlbum(site.database, site.ann.id)
    const again = await site.upload({
      receivedSha256: first.image.receivedSha256,
      title: 'second',
      albumId: album.id,
    })
    expect(again).toEqual({ kind: 'deduped', image: first.image })
    expect(await site.database.images.byId(first.image.id)).toEqual(first.image)
    expect((await site.database.images.list({ albumId: album.id, limit: 5 })).items).toEqual([first.image])
  })

  test("within the scope of owners, owners share bytes and don't learn of each other", async () => {
    await using site = await openSite(make)
    const same = { receivedSha256: sha256('same'), file: storedFile('same') }
    const mine = await site.upload(same)
    const theirs = await site.upload({ ...same, ownerId: site.bob.id })
    expect([mine.kind, theirs.kind]).toEqual(['created', 'created'])
    const { images } = site.database
    expect(
      (
        await images.duplicateOf({
          receivedSha256: same.receivedSha256,
          ownerId: site.bob.id,
          dedupScope: 'owner',
          expiresAtMs: null,
        })
      )?.id,
    ).toBe(theirs.image.id)
    expect(
      (
        await images.duplicateOf({
          receivedSha256: same.receivedSha256,
          ownerId: newId(),
          dedupScope: 'site',
          expiresAtMs: null,
        })
      )?.id,
    ).toBe(mine.image.id)
    expect(await images.totals()).toEqual({ images: 2, bytes: 2_000, deduplicatedBytes: 1_000 })
  })

  test('within the scope of the site, the image of another owner is found', async () => {
    await using site = await openSite(make)
    const same = { receivedSha256: sha256('same'), dedupScope: 'site' as const }
    const mine = await site.upload(same)
    expect(await site.upload({ ...same, ownerId: site.bob.id })).toEqual({
      kind: 'deduped',
      image: mine.image,
    })
    expect(
      await site.database.images.duplicateOf({
        receivedSha256: same.receivedSha256,
        ownerId: site.bob.id,
        dedupScope: 'owner',
        expiresAtMs: null,
      }),
    ).toBeUndefined()
  })

  test("within the scope of the site, one's own image comes before somebody else's, and gets the album", async () => {
    await using site = await openSite(make)
    const { albums, images } = site.database
    const same = { receivedSha256: sha256('same'), file: storedFile('same') }
    await site.upload(same)
    const theirs = { ...same, ownerId: site.bob.id }
    const own = await site.upload(theirs)
    const album = await addAlbum(site.database, site.bob.id)
    const again = await site.upload({ ...theirs, dedupScope: 'site', albumId: album.id })
    expect(again).toEqual({ kind: 'deduped', image: own.image })
    expect((await albums.list(site.bob.id))[0]?.imageCount).toBe(1)
    expect(
      (
        await images.duplicateOf({
          receivedSha256: same.receivedSha256,
          ownerId: site.bob.id,
          dedupScope: 'site',
          expiresAtMs: null,
        })
      )?.id,
    ).toBe(own.image.id)
  })

  test('an album holds images of its owner only: what repeats the image of another goes into none', async () => {
    await using site = await openSite(make)
    const { albums, images } = site.database
    const same = { receivedSha256: sha256('same'), dedupScope: 'site' as const }
    const mine = await site.upload(same)
    const album = await addAlbum(site.database, site.bob.id)
    const idempotency = { keyId: 'k', token: 'once', fingerprint: 'f' }
    const theirs = { ...same, ownerId: site.bob.id, albumId: album.id, idempotency }
    for (const _ of ['first', 'again'])
      expect(await site.upload(theirs)).toEqual({ kind: 'deduped', image: mine.image })
    expect((await albums.list(site.bob.id))[0]?.imageCount).toBe(0)
    expect((await images.list({ albumId: album.id, limit: 5 })).items).toEqual([])
    await failureOf(site.upload({ ...same, ownerId: site.bob.id, albumId: 'unknown' }), 'ALBUM_NOT_ALLOWED')
  })

  test('what makes a duplicate are the bytes as received, not as stored', async () => {
    await using site = await openSite(make)
    const file = storedFile('stripped')
    const first = await site.upload({ file })
    const second = await site.upload({ file })
    expect(second.kind).toBe('created')
    expect(second.image.file).toEqual(first.image.file)
  })

  test('a deleted image is no duplicate: the same bytes make a new one', async () => {
    await using site = await openSite(make)
    const { images } = site.database
    const first = await site.upload()
    const same = { receivedSha256: first.image.receivedSha256, file: first.image.file }
    await images.remove([first.image.id], site.clock.nowMs, audit('image.remove', first.image.id))
    expect(
      await images.duplicateOf({
        receivedSha256: same.receivedSha256,
        ownerId: site.ann.id,
        dedupScope: 'site',
        expiresAtMs: null,
      }),
    ).toBeUndefined()
    const second = await site.upload(same)
    expect(second.kind).toBe('created')
    expect(second.image.id).not.toBe(first.image.id)
  })

  test("when an image goes, the oldest other one with its bytes is the site's", async () => {
    await using site = await openSite(make)
    const carol = { ...site.bob, id: newId(), name: 'Carol' }
    await site.database.users.add(carol, audit('user.add', carol.id))
    const receivedSha256 = sha256('same')
    const first = await site.upload({ receivedSha256 })
    await site.upload({ receivedSha256, ownerId: carol.id, createdAtMs: site.clock.nowMs + 2 })
    const heir = await site.upload({
      receivedSha256,
      ownerId: site.bob.id,
      createdAtMs: site.clock.nowMs + 1,
    })
    await site.database.images.remove([first.image.id], site.clock.nowMs, audit('image.remove', 'x'))
    expect((await site.upload({ receivedSha256, dedupScope: 'site' })).image.id).toBe(heir.image.id)
  })

  test('bytes that one owner deletes while another uploads them stay known on the site', async () => {
    await using site = await openSite(make)
    for (let round = 0; round < 25; round++) {
      const receivedSha256 = sha256(`round ${round}`)
      const { image } = await site.upload({ receivedSha256 })
      const theirs = site.draft({ receivedSha256, ownerId: site.bob.id })
      await Promise.all([
        site.database.images.remove([image.id], site.clock.nowMs, audit('image.remove', image.id)),
        site.replica.images.record(theirs),
      ])
      const known = await site.database.images.duplicateOf({
        receivedSha256,
        ownerId: site.ann.id,
        dedupScope: 'site',
        expiresAtMs: null,
      })
      expect(known?.id).toBe(theirs.id)
    }
  })

  test('a quota holds exactly under uploads at the same time, and takes repeated ones', async () => {
    await using site = await openSite(make)
    await site.database.users.update(site.ann.id, { quotaBytes: 5_500 }, audit('user.quota', site.ann.id))
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? site.database : site.replica).images.record(site.draft()),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await site.database.users.usage(site.ann.id)).toEqual({
      images: 5,
      bytes: 5_000,
      deletedBytes: 0,
      deletedImages: 0,
      textBytes: 0,
    })
    await failureOf(site.upload(), 'QUOTA_EXCEEDED')
    const { items } = await site.database.images.list({ ownerId: site.ann.id, limit: 1 })
    expect((await site.upload({ receivedSha256: items[0]!.receivedSha256 })).kind).toBe('deduped')
    expect((await site.upload({ file: storedFile('small', 500) })).kind).toBe('created')
    expect((await site.upload({ ownerId: site.bob.id })).kind).toBe('created')
  })

  test('the limit of the whole site holds exactly for all owners at the same time, and takes repeated uploads', async () => {
    await using site = await openSite(make)
    const maxSiteBytes = 5_500
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 ? site.database : site.replica).images.record(
          site.draft({ maxSiteBytes, ownerId: index % 3 ? site.ann.id : site.bob.id }),
        ),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await site.database.images.totals()).toMatchObject({ images: 5, bytes: 5_000 })
    await failureOf(site.upload({ maxSiteBytes }), 'QUOTA_EXCEEDED')
    const [repeated] = (await site.database.images.list({ limit: 1 })).items
    const again = { maxSiteBytes, ownerId: repeated!.ownerId, receivedSha256: repeated!.receivedSha256 }
    expect((await site.upload(again)).kind).toBe('deduped')
    expect((await site.upload({ maxSiteBytes, file: storedFile('small', 500) })).kind).toBe('created')
    await site.database.images.remove([repeated!.id], site.clock.nowMs, audit('image.delete', repeated!.id))
    expect((await site.upload({ maxSiteBytes })).kind).toBe('created')
  })

  test('a refused upload leaves nothing behind', async () => {
    await using site = await openSite(make)
    const draft = site.draft({ albumId: 'unknown' })
    await failureOf(site.database.images.record(draft), 'ALBUM_NOT_ALLOWED')
    expect(await site.database.blobs.byAddress(draft.file.address)).toBeUndefined()
    expect(await site.database.images.byIdWithDeleted(draft.id)).toBeUndefined()
    expect((await site.database.images.record({ ...draft, albumId: null })).kind).toBe('created')
  })

  test('the same Idempotency-Key gives the earlier answer, whatever it was', async () => {
    await using site = await openSite(make)
    const idempotency = { keyId: 'k', token: 'once', fingerprint: 'f' }
    const draft = site.draft({ idempotency })
    const first = await site.database.images.record(draft)
    const again = await site.replica.images.record({ ...draft, id: newId() })
    expect(again).toEqual(first)
    const repeated = { ...draft, id: newId(), idempotency: { ...idempotency, token: 'twice' } }
    const deduped = await site.database.images.record(repeated)
    expect(deduped.kind).toBe('deduped')
    expect(await site.database.images.record({ ...repeated, id: newId() })).toEqual(deduped)
    expect(await site.database.images.byIdempotency('k', 'once')).toMatchObject({
      deduped: false,
      fingerprint: 'f',
    })
    expect(await site.database.images.byIdempotency('k', 'twice')).toMatchObject({ deduped: true })
    expect(await site.database.images.byIdempotency('other', 'once')).toBeUndefined()
  })

  test('the same Idempotency-Key at the same time makes one image and answers alike', async () => {
    await using site = await openSite(make)
    const idempotency = { keyId: 'k', token: 'once', fingerprint: 'f' }
    const draft = site.draft({ idempotency })
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? site.database : site.replica).images.record({ ...draft, id: newId() }),
      ),
    )
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]!)
    expect(outcomes[0]?.kind).toBe('created')
  })

  test('an Idempotency-Key is refused for another upload, is the key holder’s own, and ends with its image', async () => {
    await using site = await openSite(make)
    const idempotency = { keyId: 'k', token: 'once', fingerprint: 'f' }
    const { image } = await site.upload({ idempotency })
    await failureOf(
      site.upload({ idempotency: { ...idempotency, fingerprint: 'g' } }),
      'IDEMPOTENCY_MISMATCH',
    )
    const others = await site.upload({ idempotency: { ...idempotency, keyId: 'other', fingerprint: 'g' } })
    expect(others.kind).toBe('created')
    await site.database.images.remove([image.id], site.clock.nowMs, audit('image.remove', image.id))
    const anew = await site.upload({ idempotency })
    expect(anew.kind).toBe('created')
    expect((await site.database.images.byIdempotency('k', 'once'))?.image.id).toBe(anew.image.id)
  })
}
