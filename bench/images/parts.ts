/**
 * What each part of a thumbnail costs, in milliseconds of processor time, for a file of each kind of `sent-images.ts`:
 * `bun bench/images/parts.ts [count]`. Figures are medians of as many repeats, 10 by default.
 *
 * Starts are counted as wholes, with all their processes, and each row is the difference to a start with less. A
 * picture's parts are measured in a process that decodes, see `picture-parts.ts`. What the server does is done here, with
 * a site on SQLite and files. The shells that set limits and the waiting server are counted in `whole-cost.ts` alone.
 */
import { cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { frame } from '@pictoglyph/renditions/frame'
import { createSharpRenditionMaker } from '@pictoglyph/renditions/sharp'
import { frameJob, lastPart } from '@pictoglyph/renditions/worker-messages'
import { isolateWorkers } from '@pictoglyph/renditions/worker-process'
import type { RenditionJob, RenditionMaker, RenditionOutcome } from '@pictoglyph/site/images/rendition-maker'
import { isRaster, renditionShape } from '@pictoglyph/site/images/rendition-sizes'
import { createRenditions } from '@pictoglyph/site/images/renditions'
import type { Image } from '@pictoglyph/site/language/records'
import { openSiteOnDisk, type SiteOnDisk } from '@pictoglyph/site/test/site-on-disk'
import { upload } from '@pictoglyph/site/upload'
import { storeBytes } from '@pictoglyph/site/upload/store'
import { makeBenchDirectory } from '../load/bench-directory.ts'
import { median } from '../load/median.ts'
import { medianProcessorMs } from '../load/median-processor-ms.ts'
import { openProcessorAccount } from '../load/processor-account.ts'
import { photograph } from './photographs.ts'
import type { PictureParts } from './picture-parts.ts'
import { type SentImage, sentKindNames, writeSentImages } from './sent-images.ts'
import { uploadForm } from './upload-form.ts'

const count = Number(process.argv[2] ?? 10)
/** Repeats in each process that decodes. */
const repeatsWithin = 5

await using temporary = await makeBenchDirectory()
await run()

async function run(): Promise<void> {
  const starts = await measureStarts()
  await using site = await openSiteOnDisk()
  const kept = await measureKeeping(site)
  const columns: { name: string; parts: Record<string, number> }[] = []
  for (const kind of sentKindNames) {
    const [image] = await writeSentImages(join(temporary.path, kind), kind, 1)
    const { preview, first, ...picture } = await measurePicture(image!)
    const handing = await measureHandingOver(site, await Bun.file(image!.path).bytes())
    const { reading, inspecting, ...decoder } = picture
    const later = [reading, ...Object.values(decoder)].reduce((sum, part) => sum + part, 0)
    const parts = {
      ...starts,
      'server: reading, piping': handing - inspecting,
      reading,
      'opening, first visible frame': decoder.opening,
      decoding: decoder.decoding,
      colour: decoder.colour,
      resizing: decoder.resizing,
      encoding: decoder.encoding,
      placeholder: decoder.placeholder,
      'more, as the first of a process': first - later,
      'server: inspecting the results': inspecting,
      ...kept,
    }
    const sum = Object.values(parts).reduce((total, part) => total + part, 0)
    columns.push({ name: kind, parts: { ...parts, 'sum of these': sum, 'preview, beside them': preview } })
  }
  report(columns)
}

/** What it takes until a process can decode. */
async function measureStarts(): Promise<Record<string, number>> {
  const source = (specifier: string) => JSON.stringify(fileURLToPath(import.meta.resolve(specifier)))
  const program = (...specifiers: string[]) => {
    const imports = specifiers.map((specifier) => `import ${source(specifier)}`)
    return [process.execPath, '-e', [...imports, 'export {}'].join('\n')]
  }
  const whole = program('sharp', '@pictoglyph/renditions/render', '@pictoglyph/renditions/worker-messages')
  const bun = await commandMs(program())
  const withSharp = await commandMs(program('sharp'))
  const withAll = await commandMs(whole)
  return {
    'start of Bun': bun,
    'loading sharp and libvips': withSharp - bun,
    'loading own modules': withAll - withSharp,
    'all that in bubblewrap': (await isolatedMs(whole)) - withAll,
  }
}

async function isolatedMs(command: readonly string[]): Promise<number> {
  const isolation = isolateWorkers()
  return await commandMs([...isolation.command, ...command], isolation.openFilter)
}

/** The processor time of a command with all its processes: the median of its runs. */
async function commandMs(command: readonly string[], openFilter?: () => number): Promise<number> {
  await using account = await openProcessorAccount()
  if (account.kind === 'proc')
    throw new Error('The parts of a start need a cgroup, which this machine does not give.')
  const figures: number[] = []
  for (let run = 0; run < count; run += 1) {
    const filter = openFilter?.()
    const before = await account.spentMs(0)
    const child = Bun.spawn(account.charged(command), {
      stdio: ['ignore', 'ignore', 'pipe', ...(filter === undefined ? [] : [filter])],
    })
    const errors = await new Response(child.stderr).text()
    if ((await child.exited) !== 0) throw new Error(`${command.join(' ')} has failed: ${errors}`)
    figures.push((await account.spentMs(0)) - before)
  }
  return median(figures)
}

/** Medians over processes. */
async function measurePicture({ path, type }: SentImage): Promise<PictureParts> {
  const program = join(import.meta.dir, 'picture-parts.ts')
  const bytes = await Bun.file(path).bytes()
  const job = { scanFrom: 0, width: 0, height: 0 }
  const all: PictureParts[] = []
  for (let run = 0; run < count; run += 1) {
    const child = Bun.spawn([process.execPath, program, type, String(repeatsWithin)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    for (let sent = 0; sent <= repeatsWithin; sent += 1) {
      await child.stdin.write(Buffer.concat([frameJob(job), frame(bytes), lastPart]))
    }
    await child.stdin.end()
    const printed = await new Response(child.stdout).text()
    if ((await child.exited) !== 0) throw new Error(`the parts of ${path} could not be measured`)
    all.push(JSON.parse(printed) as PictureParts)
  }
  const names = Object.keys(all[0]!) as (keyof PictureParts)[]
  const medians = names.map((name) => [name, median(all.map((parts) => parts[name]))])
  return Object.fromEntries(medians) as PictureParts
}

/** What the server spends on a picture that a worker gets, until it has inspected the results. */
async function measureHandingOver(site: SiteOnDisk, bytes: Uint8Array): Promise<number> {
  const { image } = await upload(site.ports, site.incoming({ file: bytes }))
  const { file, ownerId } = image
  if (!isRaster(file)) throw new Error(`${file.type} has no pixels`)
  const maker = createSharpRenditionMaker()
  const job: RenditionJob = {
    type: file.type,
    open: () => site.ports.blobs.open(file.address, { sizeBytes: file.sizeBytes }),
    format: 'webp',
    shape: renditionShape(file, 'thumbnail'),
    maxBytes: Number.MAX_SAFE_INTEGER,
    placeholder: true,
    batch: ownerId,
    isAwaited: () => false,
  }
  try {
    await maker.make(job)
    return await medianProcessorMs(count, () => maker.make(job))
  } finally {
    await maker.close()
  }
}

/** Storing a thumbnail durably, and what else the server does for it: looking for rows, a lease, its rows. */
async function measureKeeping(site: SiteOnDisk): Promise<Record<string, number>> {
  const thumbnail = crypto.getRandomValues(new Uint8Array(16_000))
  const different = () => {
    crypto.getRandomValues(thumbnail.subarray(0, 16))
    return thumbnail.slice()
  }
  const storing = await medianProcessorMs(count, () =>
    storeBytes(site.ports, { bytes: different(), patienceMs: 0, isStopping: () => false }, async () => ({
      kind: 'recorded',
    })),
  )
  const made = { kind: 'made', width: 320, height: 214, placeholder: 'A'.repeat(120), isApart: true } as const
  const maker = {
    backgroundJobs: 1,
    hasRoom: () => true,
    make: async (): Promise<RenditionOutcome> => ({ ...made, bytes: different() }),
    close: async () => {},
  } satisfies RenditionMaker
  const renditions = createRenditions({ site: site.ports, maker })
  const form = await uploadForm(await photograph({ pixelBytes: 200_000, withMetadata: true }))
  const images: Image[] = []
  for (let number = 0; number < count; number += 1) {
    const { image } = await upload(site.ports, site.incoming({ file: form.stamped(number).fileBytes }))
    images.push(image)
  }
  const keeping = await medianProcessorMs(count, async () => {
    if ((await renditions.findIn(images.pop()!, 'thumbnail', 'webp')) === undefined)
      throw new Error('A thumbnail was not kept.')
  })
  await renditions.close()
  return { 'server: storing': storing, 'server: rows': keeping - storing }
}

function report(columns: readonly { name: string; parts: Record<string, number> }[]): void {
  const [cpu] = cpus()
  console.log(`\nparts of a thumbnail in ms of processor time, medians of ${count}`)
  console.log(`  ${cpus().length} × ${cpu?.model.trim()}, Bun ${Bun.version}`)
  console.log(`\n${''.padEnd(36)}${columns.map(({ name }) => name.padStart(12)).join('')}`)
  for (const part of Object.keys(columns[0]?.parts ?? {})) {
    const figures = columns.map(({ parts }) => (parts[part] ?? Number.NaN).toFixed(1).padStart(12))
    console.log(`${part.padEnd(36)}${figures.join('')}`)
  }
}
