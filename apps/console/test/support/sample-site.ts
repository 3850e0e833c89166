import { listNetworks } from '@pictoglyph/site/access'
import { addAlbum, setAlbumPublic } from '@pictoglyph/site/albums'
import { category } from '@pictoglyph/site/categories'
import { deleteImages, moveImages } from '@pictoglyph/site/images'
import { blockHash } from '@pictoglyph/site/images/blocked-hashes'
import { createKey } from '@pictoglyph/site/keys'
import { newId } from '@pictoglyph/site/language/ids'
import type { User } from '@pictoglyph/site/language/records'
import { runAction } from '@pictoglyph/site/things/run-action'
import { upload as uploadImage } from '@pictoglyph/site/upload'
import sharp from 'sharp'
import type { ConsoleUnderTest } from './console-under-test.ts'

const subjects = [
  ['Harbour at dusk', 0.62],
  ['Terraced fields', 0.3],
  ['Paper lanterns', 0.02],
  ['Salt flats', 0.55],
  ['Old library', 0.09],
  ['Kites over the bay', 0.5],
  ['Moss garden', 0.36],
  ['Night market', 0.95],
  ['First snow', 0.58],
  ['Copper roofs', 0.06],
  ['Tea hills', 0.33],
  ['Ferry crossing', 0.54],
  ['', 0.75],
  ['Desert road', 0.11],
  ['Glass house', 0.45],
  ['Orchard rows', 0.27],
  ['Canal bridge', 0.6],
  ['Evening swim', 0.88],
] as const

/** Fills a site with pictures, albums, keys and lists, so that its pages have something to show. */
export async function fillSite(testConsole: ConsoleUnderTest): Promise<void> {
  const { site } = testConsole
  const user = await site.database.users.byName(testConsole.admin.name)
  if (user === undefined) throw new Error('there is no administrator')
  const actor = { name: user.name, userId: user.id, address: '198.51.100.7' }
  await runAction(site, { actor: actor, thing: category, verb: 'add', name: 'Screenshots' })
  await runAction(site, { actor: actor, thing: category, verb: 'add', name: 'Wallpapers' })
  const ids: string[] = []
  for (const [index, [title, hue]] of subjects.entries()) {
    ids.push(await upload(testConsole, user, { title, bytes: await landscape(hue, index) }))
  }
  const blurred = await upload(testConsole, user, { title: 'Blurred', bytes: await landscape(0.4, 0) })
  await deleteImages(site, actor, user.id, [blurred])
  const travel = await addAlbum(site, actor, user.id, 'Travel')
  const album = await addAlbum(site, actor, user.id, 'For the blog')
  await moveImages(site, actor, { ids: ids.slice(0, 11), into: travel, outOf: null })
  await moveImages(site, actor, { ids: ids.slice(4, 8), into: album, outOf: null })
  await setAlbumPublic(site, actor, album, true)
  const key = {
    userId: user.id,
    permissions: ['images:upload'],
    expiresAtMs: null,
    defaultCategoryId: 'screenshots',
    clientKind: 'standard' as const,
    binding: {},
  }
  await createKey(site, actor, { ...key, name: 'ShareX at work' })
  await createKey(site, actor, { ...key, name: 'Blog editor', expiresAtMs: site.clock() + 90 * 86_400_000 })
  await createKey(site, actor, {
    ...key,
    name: 'Wedding of Ann and Bob',
    expiresAtMs: site.clock() + 14 * 86_400_000,
    maxUploads: 200,
    isGuestLink: true,
    binding: { categoryIds: ['screenshots'] },
  })
  await listNetworks(site, actor, 'block', [
    { network: '203.0.113.0/24', note: 'scraper', expiresAtMs: site.clock() + 30 * 86_400_000 },
    { network: '2001:db8:bad::/48', note: 'spam' },
  ])
  await listNetworks(site, actor, 'allow', [{ network: '198.51.100.0/24', note: 'office' }])
  await blockHash(site, actor, { sha256: 'c0ffee12'.repeat(8), reason: 'Known harmful file', note: '' })
  const report = {
    id: newId(),
    imageId: ids[3] ?? '',
    reason: 'privacy',
    reporter: '192.0.2.7',
    note: 'My garden.',
    atMs: site.clock(),
  }
  await site.database.reports.add(report, { max: 9, maxOfImage: 9, maxOfReporter: 9 })
  await testConsole.addMember('lin')
  await testConsole.addMember('noor')
}

async function upload(
  { site, limiter }: ConsoleUnderTest,
  user: User,
  picture: { title: string; bytes: Uint8Array },
): Promise<string> {
  const { image } = await uploadImage(
    { ...site, keyLimiter: limiter },
    {
      address: undefined,
      uploader: { user, key: null },
      async readBody(file) {
        await file.write(picture.bytes)
        return { categoryId: 'general', title: picture.title }
      },
      findUploader: async () => ({ user, key: null }),
    },
  )
  return image.id
}

const landscapes = new Map<string, Promise<Uint8Array>>()

/** Hills under a sky, drawn once in a process. */
function landscape(hue: number, seed: number): Promise<Uint8Array> {
  const name = `${hue} ${seed}`
  const drawn = landscapes.get(name) ?? drawLandscape(hue, seed)
  landscapes.set(name, drawn)
  return drawn
}

async function drawLandscape(hue: number, seed: number): Promise<Uint8Array> {
  const [width, height] = seed % 4 === 1 ? [640, 800] : [960, 640]
  const degrees = Math.round(hue * 360)
  const colour = (shift: number, saturation: number, light: number) =>
    `hsl(${(degrees + shift) % 360} ${saturation}% ${light}%)`
  const ridge = (base: number, swing: number, phase: number) => {
    const points = Array.from({ length: 25 }, (_, index) => {
      const x = (index / 24) * width
      const y =
        base * height +
        swing * height * Math.sin(index * 0.55 + phase) +
        swing * 30 * Math.sin(index * 1.7 + phase)
      return `${x.toFixed(0)},${y.toFixed(0)}`
    })
    return `M0,${height} L${points.join(' L')} L${width},${height} Z`
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${colour(0, 52, 70)}"/><stop offset="1" stop-color="${colour(35, 64, 90)}"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${width * (0.2 + 0.6 * ((seed * 0.37) % 1))}" cy="${height * 0.3}" r="${height * 0.09}" fill="${colour(30, 90, 94)}"/>
    <path d="${ridge(0.55, 0.07, seed)}" fill="${colour(10, 34, 56)}"/>
    <path d="${ridge(0.68, 0.06, seed * 1.7)}" fill="${colour(14, 38, 40)}"/>
    <path d="${ridge(0.82, 0.05, seed * 2.3)}" fill="${colour(20, 42, 24)}"/>
  </svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}
