/*
 * Makes one rendition and ends. It is a process of its own because decoders are where hostile files do their
 * work: whatever one of them does here, it does to a process that holds no secret and no other image, under
 * limits that its parent has set.
 */
import { writeFileSync } from 'node:fs'
import os from 'node:os'
import type { RasterType } from '@pictoglyph/media'
import type { Sharp } from 'sharp'
import { frameOutput, type SharpJob, workerExit } from './sharp-job.ts'

const loaders: Record<RasterType, string> = {
  'image/jpeg': 'VipsForeignLoadJpegBuffer',
  'image/png': 'VipsForeignLoadPngBuffer',
  'image/gif': 'VipsForeignLoadNsgifBuffer',
  'image/webp': 'VipsForeignLoadWebpBuffer',
  'image/avif': 'VipsForeignLoadHeifBuffer',
}
const placeholderSide = 16
const lowestPriority = 19

/** An interrupt of the terminal reaches the whole group: the server ends this process when its job is over. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

function stepBack(): void {
  os.setPriority(lowestPriority)
  try {
    // Where memory runs out, Linux is to end this process and not the server.
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Other systems have no such file, and some sandboxes don't let it be written.
  }
}

async function loadSharp() {
  try {
    return (await import('sharp')).default
  } catch (error) {
    return end(workerExit.noSharp, error)
  }
}

function end(code: number, error: unknown): never {
  process.stderr.write(error instanceof Error ? error.message : String(error))
  process.exit(code)
}

async function render(job: SharpJob): Promise<Uint8Array> {
  const sharp = await loadSharp()
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: [loaders[job.type]] })
  sharp.cache(false)
  sharp.concurrency(1)
  const bytes = await Bun.stdin.bytes()
  const source = sharp(bytes, { failOn: 'error', sequentialRead: true })
  // Browsers show a WebP as it lies in the file, whatever its EXIF says; so do its renditions.
  const asShown = job.type === 'image/webp' ? source : source.autoOrient()
  const image = asShown.resize({
    width: job.longestSide,
    height: job.longestSide,
    fit: 'inside',
    withoutEnlargement: true,
  })
  const rendition = await encoded(image, job).toBuffer()
  sharp.unblock({ operation: [loaders[`image/${job.format}`]] })
  const made = sharp(rendition)
  // Behind a transparent image a placeholder would show.
  if (!job.placeholder || (await made.metadata()).hasAlpha) return frameOutput(new Uint8Array(), rendition)
  const placeholder = await made
    .resize({ width: placeholderSide, height: placeholderSide, fit: 'inside' })
    .webp({ quality: 30, effort: 6 })
    .toBuffer()
  return frameOutput(placeholder, rendition)
}

function encoded(image: Sharp, { format }: SharpJob): Sharp {
  return format === 'webp' ? image.webp({ quality: 80 }) : image.avif({ quality: 52, effort: 3 })
}

stepBack()
const job = JSON.parse(process.argv[2] ?? '') as SharpJob
const output = await render(job).catch((error: unknown) => end(workerExit.refused, error))
await Bun.write(Bun.stdout, output)
