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
  const events: RenditionEvent[] = []
  const maker: RenditionMaker = {
    hasRoom: () => true,
    async make({ open, format }) {
      const { body } = await open()
      const bytes = await new Response(body as ReadableStream<Uint8Array>).bytes()
      const width = new DataView(bytes.buffer, bytes.byteOffset).getUint32(16)
      widths.push(width)
      formats.push(format)
      await given.until
      const made: Made = { kind: 'made', bytes, width, height: 1, placeholder: null }
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
  return { renditions, widths, formats, events }
}

const uploadOfWidth = async (site: SiteOnDisk, width: number) =>
  (await upload(site.ports, site.incoming({ file: png(width, 300) }))).image

test('what was made in the background is not made again there', async () => {
  await using site = await openSiteOnDisk()
  const { renditions, widths } = openRenditions(site)
  const first = await uploadOfWidth(site, 601)
  renditions.prepare(first)
  await renditions.idle()
  const [row] = await site.ports.database.renditions.of(first.file.address)
  expect(row).toMatchObject({ size: 'thumbnail', format: 'webp' })
  await renditions.remove(row!.file!)
  renditions.prepare(await uploadOfWidth(site, 602))
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
  renditions.prepare(await uploadOfWidth(site, 601))
  renditions.prepare(await uploadOfWidth(site, 602))
  await renditions.idle()
  expect(widths).toEqual([601])
  await renditions.close()
  renditions.prepare(await uploadOfWidth(site, 603))
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
