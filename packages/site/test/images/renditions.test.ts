import { expect, test } from 'bun:test'
import { png } from '@pictoglyph/media/test/build/png'
import type { RenditionEvent } from '../../src/images/make-rendition.ts'
import type { RenditionMaker, RenditionOutcome } from '../../src/images/rendition-maker.ts'
import type { RenditionFormat } from '../../src/images/rendition-sizes.ts'
import { createRenditions } from '../../src/images/renditions.ts'
import { upload } from '../../src/upload/upload.ts'
import { openSiteOnDisk, type SiteOnDisk } from '../site-on-disk.ts'

type Made = Extract<RenditionOutcome, { kind: 'made' }>

interface GivenMaker {
  /** What it gives in place of the picture as it is. */
  outcome?: RenditionOutcome
  /** What it makes of that in a format. */
  change?: (made: Made, format: RenditionFormat) => Made
  /** Resolves when it may end. */
  until?: Promise<unknown>
  patienceMs?: number
}

/** Renditions by a maker that gives the picture back as it is, or what it is told to give. */
function openRenditions({ ports }: SiteOnDisk, given: GivenMaker = {}) {
  const widths: number[] = []
  const formats: RenditionFormat[] = []
  const batches: (string | null)[] = []
  const events: RenditionEvent[] = []
  const maker: RenditionMaker = {
    backgroundJobs: 1,
    hasRoom: () => true,
    async make({ open, format, batch }) {
      const { body } = await open()
      const bytes = await new Response(body as ReadableStream<Uint8Array>).bytes()
      const width = new DataView(bytes.buffer, bytes.byteOffset).getUint32(16)
      widths.push(width)
      formats.push(format)
      batches.push(batch)
      await given.until
      const made: Made = { kind: 'made', bytes, width, height: 1, placeholder: null, isApart: batch === null }
      return given.outcome ?? given.change?.(made, format) ?? made
    },
    close: () => Promise.resolve(),
  }
  const pace = { quietMs: 0, maxPatienceMs: 0 }
  const renditions = createRenditions({
    site: ports,
    maker,
    pace,
    report: (event) => events.push(event),
    ...(given.patienceMs !== undefined && { patienceMs: given.patienceMs }),
  })
  return { renditions, widths, formats, batches, events }
}

const uploadOfWidth = async (site: SiteOnDisk, width: number) =>
  (await upload(site.ports, site.incoming({ file: png(width, 300) }))).image

test('what was made in the background is not made again there', async () => {
  await using site = await openSiteOnDisk()
  const { renditions, widths } = openRenditions(site)
  const first = await uploadOfWidth(site, 601)
  renditions.prepare(first, false)
  await renditions.idle()
  const [row] = await site.ports.database.renditions.of(first.file.address)
  expect(row).toMatchObject({ size: 'thumbnail', format: 'webp' })
  await renditions.remove(row!.file!)
  renditions.prepare(await uploadOfWidth(site, 602), false)
  await renditions.idle()
  expect(widths).toEqual([601, 602])
  expect(await site.ports.database.renditions.of(first.file.address)).toEqual([])
  await renditions.close()
})

test('while none can be made, none waits, and later images are tried again', async () => {
  await using site = await openSiteOnDisk()
  const { renditions, widths } = openRenditions(site, {
    outcome: { kind: 'unavailable', reason: 'no decoder' },
  })
  renditions.prepare(await uploadOfWidth(site, 601), false)
  renditions.prepare(await uploadOfWidth(site, 602), false)
  await renditions.idle()
  expect(widths).toEqual([601])
  await renditions.close()
  renditions.prepare(await uploadOfWidth(site, 603), false)
  await renditions.idle()
  expect(widths).toEqual([601])
})

test('a rendition is made once, however many ask, and none of an image that is small enough', async () => {
  await using site = await openSiteOnDisk()
  const { renditions, widths } = openRenditions(site)
  const image = await uploadOfWidth(site, 601)
  const found = await Promise.all([1, 2, 3].map(() => renditions.find(image, 'thumbnail', ['webp'])))
  expect(new Set(found.map((file) => file?.address)).size).toBe(1)
  expect(found[0]).toBeDefined()
  await renditions.find(image, 'thumbnail', ['webp'])
  expect(widths).toEqual([601])
  expect(await renditions.find(image, 'large', ['webp'])).toBeUndefined()
  expect(await renditions.find(await uploadOfWidth(site, 300), 'thumbnail', ['webp'])).toBeUndefined()
  expect(widths).toEqual([601])
  await renditions.close()
})

test('a format that is asked for by name is made of a small image too', async () => {
  await using site = await openSiteOnDisk()
  const { renditions, formats } = openRenditions(site)
  const image = await uploadOfWidth(site, 300)
  expect(await renditions.findIn(image, 'thumbnail', 'jpeg')).toBeDefined()
  expect(formats).toEqual(['jpeg'])
  await renditions.close()
})

test('what is found impossible is tried once', async () => {
  await using site = await openSiteOnDisk()
  const { renditions, widths } = openRenditions(site, { outcome: { kind: 'impossible', reason: 'damaged' } })
  const image = await uploadOfWidth(site, 601)
  for (let times = 0; times < 3; times += 1) {
    expect(await renditions.find(image, 'thumbnail', ['webp'])).toBeUndefined()
  }
  expect(widths).toEqual([601])
  await renditions.close()
})

test.each([
  ['smaller is the answer from then on', (bytes: Uint8Array) => bytes.slice(0, 40), true],
  ['larger is not', (bytes: Uint8Array) => new Uint8Array([...bytes, ...bytes]), false],
] as const)('AVIF that is %s', async (_, changed, isAnswer) => {
  await using site = await openSiteOnDisk()
  const change = (made: Made, format: RenditionFormat) =>
    format === 'avif' ? { ...made, bytes: changed(made.bytes) } : made
  const { renditions, formats } = openRenditions(site, { change })
  const image = await uploadOfWidth(site, 601)
  const webp = await renditions.find(image, 'thumbnail', ['webp', 'avif'])
  await renditions.idle()
  expect(formats).toEqual(['webp', 'avif'])
  const later = await renditions.find(image, 'thumbnail', ['webp', 'avif'])
  expect(later?.address !== webp?.address).toBe(isAnswer)
  expect(await renditions.find(image, 'thumbnail', ['webp'])).toEqual(webp)
  await renditions.close()
})

test('who has waited long enough is answered with the image, and later clients with the rendition', async () => {
  await using site = await openSiteOnDisk()
  const { promise: until, resolve: end } = Promise.withResolvers<void>()
  const { renditions, widths } = openRenditions(site, { until, patienceMs: 20 })
  const image = await uploadOfWidth(site, 601)
  expect(await renditions.find(image, 'thumbnail', ['webp'])).toBeUndefined()
  end()
  while ((await renditions.find(image, 'thumbnail', ['webp'])) === undefined) await Bun.sleep(5)
  expect(widths).toEqual([601])
  await renditions.close()
})

test('a placeholder is that of the thumbnail, and a missing thumbnail is made for the next time', async () => {
  await using site = await openSiteOnDisk()
  const change = (made: Made) => ({ ...made, placeholder: 'AAAA' })
  const { renditions } = openRenditions(site, { change })
  const image = await uploadOfWidth(site, 601)
  expect(await renditions.placeholder(image)).toBeUndefined()
  expect(await renditions.placeholders([image])).toEqual(new Map())
  await renditions.idle()
  expect(await renditions.placeholder(image)).toBe('AAAA')
  expect(await renditions.placeholders([image])).toEqual(new Map([[image.id, 'AAAA']]))
  await renditions.close()
})

test('what a process made after other files of an owner is shown by no image of another owner', async () => {
  await using site = await openSiteOnDisk()
  // A decoder that a file has taken over alters what it makes next.
  const change = (made: Made) => ({ ...made, bytes: made.isApart ? made.bytes : made.bytes.slice(0, 40) })
  const { renditions, batches } = openRenditions(site, { change })
  const image = await uploadOfWidth(site, 601)
  const others = { ...image, id: 'another', ownerId: 'another' }
  renditions.prepare(image, false)
  await renditions.idle()
  const altered = await renditions.find(image, 'thumbnail', ['webp'])
  expect(altered).toMatchObject({ sizeBytes: 40 })
  expect(await renditions.placeholders([others])).toEqual(new Map())
  await renditions.idle()
  const own = await renditions.find(others, 'thumbnail', ['webp'])
  expect(own).toMatchObject({ sizeBytes: image.file.sizeBytes })
  expect(batches).toEqual([image.ownerId, null])
  // What was made apart is for all.
  expect(await renditions.find(image, 'thumbnail', ['webp'])).toEqual(own)
  await renditions.close()
})

test('an image that waits for the rendition of another owner is shown its own', async () => {
  await using site = await openSiteOnDisk()
  const { promise: until, resolve: end } = Promise.withResolvers<void>()
  const { renditions, batches } = openRenditions(site, { until })
  const image = await uploadOfWidth(site, 601)
  renditions.prepare(image, false)
  while (batches.length === 0) await Bun.sleep(1)
  const found = renditions.find({ ...image, ownerId: 'another' }, 'thumbnail', ['webp'])
  // It finds the work of the other under way.
  await Bun.sleep(50)
  end()
  expect(await found).toBeDefined()
  expect(batches).toEqual([image.ownerId, null])
  await renditions.close()
})

test('what a guest uploads has a process of its own', async () => {
  await using site = await openSiteOnDisk()
  const { renditions, batches } = openRenditions(site)
  renditions.prepare(await uploadOfWidth(site, 601), true)
  renditions.prepare(await uploadOfWidth(site, 602), false)
  await renditions.idle()
  expect(batches).toEqual([null, site.admin.id])
  await renditions.close()
})
