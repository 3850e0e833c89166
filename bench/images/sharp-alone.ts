/**
 * What there is to compare with: sharp in one process, with the settings of Pictoglyph's thumbnails and placeholders.
 * It reads files that it trusts, applies no limits, and stores nothing.
 * `bun bench/images/sharp-alone.ts FILE…` prints the processor time per file in milliseconds, without the start.
 */
import { renditionSizes } from '@pictoglyph/site/images/rendition-sizes'
import sharp from 'sharp'

const placeholderSide = 16

async function makeThumbnail(path: string): Promise<void> {
  const side = renditionSizes.thumbnail
  const thumbnail = await sharp(path, { failOn: 'error', sequentialRead: true })
    .autoOrient()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer()
  const made = sharp(thumbnail)
  if ((await made.metadata()).hasAlpha) return
  await made
    .resize({ width: placeholderSide, height: placeholderSide, fit: 'inside' })
    .webp({ quality: 30, effort: 6 })
    .toBuffer()
}

const paths = process.argv.slice(2)
sharp.cache(false)
sharp.concurrency(1)
const before = process.cpuUsage()
for (const path of paths) await makeThumbnail(path)
const { user, system } = process.cpuUsage(before)
console.log((user + system) / 1_000 / paths.length)
