/**
 * What a picture costs in all: the processor time of a server and all its processes from the upload of a file until its
 * thumbnail is stored, next to sharp alone in one process, and to Express with multer and sharp. Each round is an import into a new site: files of a kind are
 * uploaded one after the other, then the thumbnails are waited for, then comes the next kind.
 *
 * The server's own start is not counted, nor is its first thumbnail, of a picture that is uploaded before. Nothing is
 * subtracted for the server's idle time; its cost is reported.
 *
 * `bun bench/images/whole-cost.ts [kind…] [--rounds N] [--count N]`; kinds are those of `sent-images.ts`. `BENCH_TREE`
 * names another checkout to run.
 */
import { Database } from 'bun:sqlite'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeBenchDirectory } from '../load/bench-directory.ts'
import { medianAndSpread } from '../load/median.ts'
import { openProcessorAccount } from '../load/processor-account.ts'
import { startExpressAndSharp } from './express-and-sharp.ts'
import { type ImagesServer, startImagesServer, upload } from './images-server.ts'
import { photograph } from './photographs.ts'
import { type SentImage, type SentKindName, sentKindNames, writeSentImages } from './sent-images.ts'
import { encodedForm, sendForm, type UploadForm } from './upload-form.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '3' }, count: { type: 'string' } },
})
const rounds = Number(values.rounds)
const count = values.count === undefined ? undefined : Number(values.count)
const chosen = positionals.length === 0 ? sentKindNames : positionals.map(kindNamed)

const idleMs = 3_000
const pollMs = 20
const patienceMs = 300_000
/** After its row, a thumbnail's lease is released and its process ends. */
const settlingMs = 200

/** Of one kind in one round; times are milliseconds per file. */
interface Measured {
  uploadMs: number
  thumbnailMs: number
  wholeMs: number
  sharpMs: number
  expressMs: number
  ratio: number
  /** Wall time from the first upload until the last thumbnail. */
  elapsedMs: number
}

function kindNamed(name: string): SentKindName {
  const kind = sentKindNames.find((known) => known === name)
  if (kind === undefined) throw new Error(`There is no kind ${name}; there is ${sentKindNames.join(', ')}.`)
  return kind
}

await using temporary = await makeBenchDirectory()
const directory = temporary.path
await run()

async function run(): Promise<void> {
  const files = new Map<SentKindName, SentImage[]>()
  for (const kind of chosen) files.set(kind, await writeSentImages(join(directory, kind), kind, count))
  const measured = new Map<SentKindName, Measured[]>(chosen.map((kind) => [kind, []]))
  const idle: number[] = []
  let means = ''
  for (let round = 1; round <= rounds; round += 1) {
    await using account = await openProcessorAccount()
    means = account.kind
    const data = join(directory, `site-${round}`)
    await using server = await startImagesServer(data, process.env.BENCH_TREE, account.charged)
    using database = new Database(join(data, 'pictoglyph.db'), { readonly: true })
    const spentMs = () => account.spentMs(server.pid)
    await warmUp(server, database)
    idle.push(await idleMsPerSecond(spentMs))
    for (const [kind, images] of files) {
      const cost = await costOf(images, { server, database, spentMs })
      const sharpMs = await sharpAloneMs(images)
      const expressMs = await expressMsOf(images, join(directory, 'express'))
      measured.get(kind)?.push({ ...cost, sharpMs, expressMs, ratio: cost.wholeMs / sharpMs })
    }
  }
  const [cpu] = cpus()
  console.log(`\nprocessor time of a file from upload to thumbnail, ${rounds} rounds`)
  console.log(`  machine  ${cpus().length} × ${cpu?.model.trim()}, Bun ${Bun.version}; counted by ${means}`)
  console.log(`  idle     ${medianAndSpread(idle, 1)} ms a second, which is in all figures of the server`)
  for (const [kind, all] of measured) report(kind, files.get(kind)?.length ?? 0, all)
}

/** Loads what the server loads at its first upload and its first thumbnail. */
async function warmUp(server: ImagesServer, database: Database): Promise<void> {
  const jpeg = await photograph({ pixelBytes: 200_000, withMetadata: true })
  const file = new File([new Uint8Array(jpeg)], 'first.jpg', { type: 'image/jpeg' })
  const done = finishedThumbnails(database)
  await upload(server, await encodedForm(file))
  await waitForThumbnails(database, done + 1)
}

async function idleMsPerSecond(spentMs: () => Promise<number>): Promise<number> {
  const before = await spentMs()
  await Bun.sleep(idleMs)
  return ((await spentMs()) - before) / (idleMs / 1_000)
}

async function costOf(
  images: readonly SentImage[],
  { server, database, spentMs }: { server: ImagesServer; database: Database; spentMs: () => Promise<number> },
): Promise<Omit<Measured, 'sharpMs' | 'expressMs' | 'ratio'>> {
  const done = finishedThumbnails(database)
  const startedMs = performance.now()
  const before = await spentMs()
  for (const image of images) await upload(server, await formOf(image))
  const between = await spentMs()
  await waitForThumbnails(database, done + images.length)
  const elapsedMs = performance.now() - startedMs
  await Bun.sleep(settlingMs)
  const after = await spentMs()
  return {
    uploadMs: (between - before) / images.length,
    thumbnailMs: (after - between) / images.length,
    wholeMs: (after - before) / images.length,
    elapsedMs: elapsedMs / images.length,
  }
}

/** @throws if there is one that can't be made */
function finishedThumbnails(database: Database): number {
  const rows = database
    .query<{ address: string | null }, []>("SELECT address FROM renditions WHERE size = 'thumbnail'")
    .all()
  if (rows.some(({ address }) => address === null)) throw new Error('A thumbnail could not be made.')
  return rows.length
}

async function waitForThumbnails(database: Database, wanted: number): Promise<void> {
  const endMs = performance.now() + patienceMs
  while (finishedThumbnails(database) < wanted) {
    if (performance.now() > endMs) throw new Error(`There are no ${wanted} thumbnails.`)
    await Bun.sleep(pollMs)
  }
}

async function sharpAloneMs(images: readonly SentImage[]): Promise<number> {
  const program = join(import.meta.dir, 'sharp-alone.ts')
  const child = Bun.spawn([process.execPath, program, ...images.map(({ path }) => path)], { stdout: 'pipe' })
  const printed = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error('sharp alone has failed')
  return Number(printed)
}

/** In a new process, of which the first upload is not counted. */
async function expressMsOf(images: readonly SentImage[], folder: string): Promise<number> {
  await using account = await openProcessorAccount()
  await using server = await startExpressAndSharp(folder, account.charged)
  const [first] = images
  if (first !== undefined) await sendForm(`${server.url}/upload`, await formOf(first))
  const before = await account.spentMs(server.pid)
  for (const image of images) await sendForm(`${server.url}/upload`, await formOf(image))
  return ((await account.spentMs(server.pid)) - before) / images.length
}

async function formOf({ path, name, type }: SentImage): Promise<Pick<UploadForm, 'contentType' | 'bytes'>> {
  return await encodedForm(new File([await Bun.file(path).bytes()], name, { type }))
}

function report(kind: SentKindName, images: number, all: readonly Measured[]): void {
  console.log(`\n${kind}, ${images} files`)
  for (const [name, of, digits, unit] of [
    ['upload', 'uploadMs', 1, ' ms'],
    ['thumbnail', 'thumbnailMs', 1, ' ms'],
    ['whole', 'wholeMs', 1, ' ms'],
    ['sharp alone', 'sharpMs', 1, ' ms'],
    ['ratio', 'ratio', 2, ''],
    ['Express and sharp', 'expressMs', 1, ' ms'],
    ['wall time', 'elapsedMs', 0, ' ms'],
  ] as const) {
    const figures = medianAndSpread(
      all.map((measured) => measured[of]),
      digits,
    )
    console.log(`  ${name.padEnd(18)} ${figures}${unit}`)
  }
}
