/**
 * Uploads of photographs over 16 connections, all of different bytes, the server on one processor and the load on the
 * other, next to a bare handler that writes, hashes, syncs and renames the same bytes.
 * `bun bench/images/uploads.ts [rounds] [seconds a round] [variant…]`
 */
import { join } from 'node:path'
import { makeBenchDirectory } from '../load/bench-directory.ts'
import { contest } from '../load/contest.ts'
import { median, medianAndSpread } from '../load/median.ts'
import { type PinnedServer, startPinnedServer } from '../load/pinned-server.ts'
import { type ImagesServer, startImagesServer } from './images-server.ts'
import { type PhotographKind, photograph } from './photographs.ts'
import { type UploadForm, uploadForm } from './upload-form.ts'
import { nextToStopped, type UploadLoad, type UploadTimes, uploadLoad, warmUp } from './upload-load.ts'

const variants: Record<string, PhotographKind> = {
  clean: { pixelBytes: 180_000, withMetadata: false },
  'with-metadata': { pixelBytes: 150_000, withMetadata: true },
  'with-metadata-1.6MB': { pixelBytes: 1_540_000, withMetadata: true },
  'with-metadata-5MB': { pixelBytes: 4_900_000, withMetadata: true },
  'with-metadata-12MB': { pixelBytes: 11_900_000, withMetadata: true },
}
const warmUpUploads = { pictoglyph: 30_000, bare: 5_000 }

const rounds = Number(process.argv[2] ?? 5)
const seconds = Number(process.argv[3] ?? 4)
const chosen = process.argv.length > 4 ? process.argv.slice(4) : Object.keys(variants)

await using temporary = await makeBenchDirectory()
const directory = temporary.path
await run()

async function run(): Promise<void> {
  await using ours = await startImagesServer(join(directory, 'site'), process.env.BENCH_TREE)
  await using bare = await startPinnedServer([
    process.execPath,
    join(import.meta.dir, 'bare-server.ts'),
    directory,
  ])
  const sides = { ours, bare }
  const small = await uploadForm(await photograph({ pixelBytes: 10_000, withMetadata: true }))
  const [one, other] = await contestants(sides, small)
  await warmUp(one, warmUpUploads.pictoglyph, seconds)
  await warmUp(other, warmUpUploads.bare, seconds)
  for (const name of chosen) {
    const kind = variants[name]
    if (kind === undefined) throw new Error(`There is no variant ${name}.`)
    const form = await uploadForm(await photograph(kind))
    const [pictoglyph, handler] = await contestants(sides, form)
    await contest(`upload of ${form.fileBytes.length} B, ${name}`, pictoglyph, handler, rounds)
    report(pictoglyph.times, handler.times)
  }
}

/** Medians, and the median of the rounds' ratios with its spread. */
function report(ours: readonly UploadTimes[], bare: readonly UploadTimes[]): void {
  for (const kind of ['userMs', 'systemMs'] as const) {
    const ratios = ours.slice(1).map((times, round) => times[kind] / (bare[round + 1]?.[kind] ?? Number.NaN))
    const [mine, others] = [ours, bare].map((all) => median(all.map((times) => times[kind])).toFixed(2))
    console.log(`  ${kind.padEnd(12)} ${mine} an upload, bare ${others}; ratio ${medianAndSpread(ratios, 2)}`)
  }
}

async function contestants(
  { ours, bare }: { ours: ImagesServer; bare: PinnedServer },
  form: UploadForm,
): Promise<[UploadLoad, UploadLoad]> {
  const { apiKey } = ours
  const load = { form, directory, seconds }
  return [
    await uploadLoad({ ...load, name: 'pictoglyph', server: ours, url: `${ours.url}/api/v1/upload`, apiKey }),
    nextToStopped(ours, await uploadLoad({ ...load, name: 'bare', server: bare, url: `${bare.url}/upload` })),
  ]
}
