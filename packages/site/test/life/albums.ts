import {
  addAlbum,
  addFilledAlbum,
  arrangeAlbumImages,
  arrangeAlbums,
  clearAlbumOrder,
  describeAlbum,
  drawImage,
  findOrAddAlbum,
  findOwnAlbum,
  findPublicAlbum,
  moveInAlbum,
  removeAlbum,
  restoreAlbum,
  setAlbumCover,
  setAlbumPublic,
  setAlbumRandomLink,
} from '../../src/albums/albums.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { collectGarbage } from '../../src/care/collect-garbage.ts'
import { deleteImages, moveImages } from '../../src/images/images.ts'
import type { Album, Image } from '../../src/language/records.ts'
import type { Chapter } from './life.ts'

const weekMinutes = 7 * 24 * 60

/** Albums with their images, order, covers, pages and removal. */
export const albums: Chapter = {
  name: 'albums',
  async happen({ site, ann, bob, step, upload, wait }) {
    const { ports } = site
    const { database } = ports
    const actor = { name: 'ann', userId: ann.id, address: '192.0.2.7' }
    const pictures: Image[] = []
    for (let side = 1; side <= 6; side += 1) {
      pictures.push(await upload(ann, side))
      wait(1)
    }
    const of = (...sides: number[]) => pictures.filter((_, index) => sides.includes(index + 1))
    const ids = (...sides: number[]) => sides.flatMap((side) => pictures[side - 1]?.id ?? [])
    const foreign = await upload(bob, 1)
    const first = await step('ann adds an album', () => addAlbum(ports, actor, ann.id, ' Cats '))
    if (first === undefined) throw new Error('there is no album')
    const now = async (album: Album = first) => findOwnAlbum(ports, album.ownerId, album.id)
    /** The sides of the album's images in its order. */
    const order = async () => {
      const { items } = await database.images.list({ albumId: first.id, sort: 'album', limit: 9 })
      return items.map(({ file }) => file.width)
    }

    await step('with the same name', () => addAlbum(ports, actor, ann.id, 'CATS'))
    await step('without a name', () => addAlbum(ports, actor, ann.id, ' '))
    await step('of someone who is not there', () => addAlbum(ports, actor, 'none', 'Cats'))
    await step('bob has one of that name', () => addAlbum(ports, commandActor, bob.id, 'Cats'))
    await step('ann finds it by its name', () =>
      findOrAddAlbum(ports, actor, { ownerId: ann.id, name: 'cats ', field: 'album' }),
    )
    await step('one that is new', () =>
      findOrAddAlbum(ports, actor, { ownerId: ann.id, name: 'Dogs', field: 'album' }),
    )
    await step('one of no name', () =>
      findOrAddAlbum(ports, actor, { ownerId: ann.id, name: '', field: 'album' }),
    )
    await step('the album is no one else’s', () => findOwnAlbum(ports, bob.id, first.id))

    await step('she puts five images into it', () =>
      moveImages(ports, actor, { ids: ids(1, 2, 3, 4, 5), into: first, outOf: null }),
    )
    await step('the last come first', order)
    for (const [words, sides, before] of [
      ['the third before the fifth', [3], 5],
      ['it is there already', [3], 5],
      ['two to the end', [4, 3], undefined],
      ['the fifth after the second', [5], 1],
      ['one before itself', [5, 2], 5],
      ['one that is not in it', [6], 5],
      ['before one that is not in it', [5], 6],
    ] as const) {
      await step(`she moves ${words}`, async () => {
        const beforeId = before === undefined ? null : (ids(before)[0] ?? '')
        await arrangeAlbumImages(ports, actor, first, { imageIds: ids(...sides), beforeId })
        return order()
      })
    }
    for (const to of ['first', 'earlier', 'later', 'last', 'later'] as const) {
      for (const sides of [[4], [2, 3]]) {
        await step(`images ${sides.join(' and ')} go ${to}`, async () => {
          await moveInAlbum(ports, actor, first, { images: of(...sides), to })
          return order()
        })
      }
    }
    await step('none goes first', () => moveInAlbum(ports, actor, first, { images: [], to: 'first' }))
    await step('all go first', async () => {
      await moveInAlbum(ports, actor, first, { images: of(1, 2, 3, 4, 5), to: 'first' })
      return order()
    })
    await step('without room between two, all ranks are new', async () => {
      for (let turn = 0; turn < 24; turn += 1) {
        const moved = turn % 2 === 0 ? 1 : 3
        await arrangeAlbumImages(ports, actor, first, { imageIds: ids(moved), beforeId: ids(4)[0] ?? '' })
      }
      return order()
    })
    await step('a new image comes first', async () => {
      await moveImages(ports, actor, { ids: ids(6), into: first, outOf: null })
      return order()
    })
    await step('she clears the order', async () => {
      await clearAlbumOrder(ports, actor, await now())
      return order()
    })
    await step('there is none to clear', async () => clearAlbumOrder(ports, actor, await now()))

    const cover = () => database.albums.covers([first.id])
    const mosaic = async () =>
      [...(await database.albums.mosaics([first.id])).values()].map((shown) =>
        shown.map(({ file }) => file.width),
      )
    await step('the first image is its cover', cover)
    await step('she chooses another', async () => {
      await setAlbumCover(ports, actor, await now(), ids(2)[0] ?? '')
      return [await cover(), await mosaic()]
    })
    await step('one that is not in it', async () => setAlbumCover(ports, actor, await now(), foreign.id))
    await step('the cover is deleted', async () => {
      await deleteImages(ports, actor, ann.id, ids(2, 6))
      return [await cover(), await mosaic(), await order()]
    })
    await step('she chooses none', async () => setAlbumCover(ports, actor, await now(), null))
    await step('an album without images has none', async () => {
      const empty = (await database.albums.list(ann.id)).find(({ name }) => name === 'Dogs')
      return [await database.albums.covers([empty?.id ?? '']), empty && (await drawImage(ports, empty))]
    })

    await step('she describes it', async () =>
      describeAlbum(ports, actor, await now(), { name: 'My cats', description: 'All of them' }),
    )
    await step('in the same words', async () => describeAlbum(ports, actor, await now(), { name: 'My cats' }))
    await step('in other words', async () =>
      describeAlbum(ports, actor, await now(), { name: 'My cats', description: '' }),
    )
    await step('under a name that she has', async () =>
      describeAlbum(ports, actor, await now(), { name: 'DOGS' }),
    )
    await step('under its own, in another case', async () =>
      describeAlbum(ports, actor, await now(), { name: 'MY CATS' }),
    )
    await step('it gets a page', async () => setAlbumPublic(ports, actor, await now(), true))
    await step('which it has', async () => setAlbumPublic(ports, actor, await now(), true))
    await step('and is found', async () => [
      await findPublicAlbum(ports, (await now()).publicToken ?? ''),
      await findPublicAlbum(ports, 'x'),
    ])
    await step('a random link', async () => setAlbumRandomLink(ports, actor, await now(), true))
    await step('once', async () => setAlbumRandomLink(ports, actor, await now(), true))
    await step('which leads to one of its images', async () => {
      const drawn = await drawImage(ports, first)
      return (await database.albums.withImage(drawn?.id ?? '')).map(({ id }) => id)
    })
    await step('it loses both', async () => setAlbumPublic(ports, actor, await now(), false))

    const filled = await step('an album comes with its images, in their order', () =>
      addFilledAlbum(ports, actor, ann.id, {
        ...{ name: 'Filled', description: 'Of an import', coverImageId: ids(3)[0] ?? null },
        ...{ isArranged: true, isPublic: true, hasRandomLink: true },
        imageIds: [...ids(3, 1), foreign.id, ...ids(2, 5, 3)],
      }),
    )
    await step('another without order and page', () =>
      addFilledAlbum(ports, actor, ann.id, {
        ...{ name: 'Loose', description: '', coverImageId: null, isArranged: false },
        ...{ isPublic: false, hasRandomLink: true, imageIds: ids(1) },
      }),
    )
    const places = async () =>
      (await database.albums.list(ann.id)).map(({ name, imageCount }) => [name, imageCount])
    await step('her albums', places)
    await step('in another order', async () => {
      const [one, two, three] = await database.albums.list(ann.id)
      await arrangeAlbums(ports, actor, ann.id, [three?.id ?? '', 'none', one?.id ?? '', two?.id ?? ''])
      return places()
    })

    await step('she removes one with a page', async () => removeAlbum(ports, actor, filled ?? first))
    await step('it is gone', () => now(filled))
    await step('and is removed once', async () => removeAlbum(ports, actor, filled ?? first))
    await step('an image of it goes to another', () =>
      moveImages(ports, actor, { ids: ids(1), into: first, outOf: filled ?? null }),
    )
    await step('bob does not get it', () => restoreAlbum(ports, commandActor, bob.id, filled?.id ?? ''))
    await step('another gets its name', () => addAlbum(ports, actor, ann.id, 'filled'))
    await step('so it does not come back', () => restoreAlbum(ports, actor, ann.id, filled?.id ?? ''))
    await step('until that is gone', async () => {
      const other = (await database.albums.list(ann.id)).find(({ name }) => name === 'filled')
      await removeAlbum(ports, actor, other ?? first)
      return restoreAlbum(ports, actor, ann.id, filled?.id ?? '')
    })
    await step('it is removed again, an hour before another', async () => {
      await removeAlbum(ports, actor, await now(filled))
      wait(60)
      await removeAlbum(ports, actor, await now())
    })
    wait(weekMinutes - 61)
    await step('after a week it is not restored', () => restoreAlbum(ports, actor, ann.id, filled?.id ?? ''))
    await step('and is collected', () => collectGarbage(ports))
    await step('the other is restored', () => restoreAlbum(ports, actor, ann.id, first.id))
    await step('a removed album is collected with its images', async () => {
      await removeAlbum(ports, actor, await now())
      wait(1)
      return database.albums.collect(site.clock.nowMs)
    })
  },
}
