/**
 * Uploads of photographs over 16 connections, all of different bytes, the server on one processor and the load on the
 * other, next to a bare handler that writes, hashes, syncs and renames the same bytes.
 * `bun bench/images/uploads.ts [rounds] [seconds a round] [variant…]`
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Contestant, contest } from '../load/contest.ts'
import { type PinnedServer, startPinnedServer } from '../load/pinned-server.ts'
import { runWrk } from '../load/wrk.ts'
import { processorTimes } from '../text/processor-time.ts'
import { type ImagesServer, startImagesServer } from './images-server.ts'
import { type PhotographKind, photograph } from './photographs.ts'
import { type UploadForm, uploadForm } from './upload-form.ts'

const variants: Record<string, PhotographKind> = {
  clean: { pixelBytes: 180_000, withMetadata: false },
  'with-metadata': { pixelBytes: 150_000, withMetadata: true },
  'with-metadata-1.6MB': { pixelBytes: 1_540_000, withMetadata: true },
  'with-metadata-5MB': { pixelBytes: 4_900_000, withMetadata: true },
  'with-metadata-12MB': { pixelBytes: 11_900_000, withMetadata: true },
}
const connections = 16
/**
 * A service runs for weeks: what it does a few hundred times a second is compiled only after thousands of uploads.
 * It is given them as small pictures, which fill no disk.
 */
const warmUpUploads = { pictoglyph: 30_000, bare: 5_000 }
const settlingMs = 300

let stamps = 0
const rounds = Number(process.argv[2] ?? 5)
const seconds = Number(process.argv[3] ?? 4)
const chosen = process.argv.length > 4 ? process.argv.slice(4) : Object.keys(variants)

const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'pictoglyph-bench-'))
try {
  await run()
} finally {
  await rm(directory, { recursive: true })
}

async function run(): Promise<void> {
  await using ours = await startImagesServer(join(directory, 'site'), process.env.BENCH_TREE)
  await using bare = await startPinnedServer([
    process.execPath,
    join(import.meta.dir, 'bare-server.ts'),
    directory,
  ])
  const sides = { ours, bare }
  const [one, other] = await contestants(sides, { pixelBytes: 10_000, withMetadata: true }, 'warm-up')
  await warmUp(one, warmUpUploads.pictoglyph)
  await warmUp(other, warmUpUploads.bare)
  for (const name of chosen) {
    const kind = variants[name]
    if (kind === undefined) throw new Error(`There is no variant ${name}.`)
    const [pictoglyph, handler, form] = await contestants(sides, kind, name)
    await contest(`upload of ${form.fileBytes.length} B, ${name}`, pictoglyph, handler, rounds)
    report(pictoglyph.times, handler.times)
  }
}

async function warmUp(side: Contestant, uploadsToMake: number): Promise<void> {
  for (let made = 0; made < uploadsToMake; ) made += (await side.measure()) * seconds
}

/** What an upload took the server, in milliseconds. */
interface UploadTimes {
  userMs: number
  systemMs: number
}

interface Uploads extends Contestant {
  /** Of each measurement. */
  times: UploadTimes[]
}

/** Medians, and the median of the rounds' ratios with its spread. */
function report(ours: readonly UploadTimes[], bare: readonly UploadTimes[]): void {
  for (const kind of ['userMs', 'systemMs'] as const) {
    const ratios = ours.slice(1).map((times, round) => times[kind] / (bare[round + 1]?.[kind] ?? Number.NaN))
    const [mine, others] = [ours, bare].map((all) => sorted(all.map((times) => times[kind])))
    const middle = (values: readonly number[] | undefined) => values?.[values.length >> 1]?.toFixed(2)
    const [low, high] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2))
    console.log(
      `  ${kind.padEnd(12)} ${middle(mine)} an upload, bare ${middle(others)}; ratio ${middle(sorted(ratios))} (${low}–${high})`,
    )
  }
}

async function contestants(
  { ours, bare }: { ours: ImagesServer; bare: PinnedServer },
  kind: PhotographKind,
  name: string,
): Promise<[Uploads, Uploads, UploadForm]> {
  const form = await uploadForm(await photograph(kind))
  const file = join(directory, `${name}.form`)
  await Bun.write(file, form.bytes)
  const script = () => {
    stamps += 1
    const args = [file, String(form.stampAt), form.contentType, `Bearer ${ours.apiKey}`]
    return [join(import.meta.dir, 'uploads.lua'), ...args, String(stamps).padStart(6, '0')] as const
  }
  return [
    uploads({ name: 'pictoglyph', server: ours, url: `${ours.url}/api/v1/upload`, script }),
    nextToStopped(ours, uploads({ name: 'bare', server: bare, url: `${bare.url}/upload`, script })),
    form,
  ]
}

function uploads(of: {
  name: string
  server: PinnedServer
  url: string
  script: () => readonly [string, ...string[]]
}): Uploads {
  const { name, server, url, script } = of
  const times: UploadTimes[] = []
  return {
    name,
    times,
    async measure() {
      const before = await processorTimes(server.pid)
      const result = await runWrk({ url, connections, seconds, script: script() })
      if (result.errors > 0) throw new Error(`${name}: ${result.errors} requests failed`)
      const after = await processorTimes(server.pid)
      const uploadsMade = result.requestsPerSecond * seconds
      times.push({
        userMs: (after.userUs - before.userUs) / 1000 / uploadsMade,
        systemMs: (after.systemUs - before.systemUs) / 1000 / uploadsMade,
      })
      return result.requestsPerSecond
    },
  }
}

/** The same measurement while a server stands still, which would else make thumbnails on the same processor. */
function nextToStopped({ pid }: PinnedServer, measured: Uploads): Uploads {
  return {
    ...measured,
    async measure() {
      await Bun.sleep(settlingMs)
      process.kill(pid, 'SIGSTOP')
      try {
        return await measured.measure()
      } finally {
        process.kill(pid, 'SIGCONT')
      }
    },
  }
}

function sorted(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b)
}
