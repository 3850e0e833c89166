/**
 * How long it takes to plan and write an image without its metadata, beside a copy of the same bytes. Planning
 * reads the file once at most, as the inspection before it did.
 */
import { inspect } from '@pictoglyph/media/inspect/inspector'
import { sourceOf } from '@pictoglyph/media/strip/source'
import { planStrip, strippedChunks } from '@pictoglyph/media/strip/strip'
import sharp from 'sharp'
import { medianMs } from './median-ms.ts'

function photograph(side: number): ReturnType<typeof sharp> {
  const pixels = new Uint8Array(side * side * 3)
  for (let at = 0; at < pixels.length; at += 65_536) crypto.getRandomValues(pixels.subarray(at, at + 65_536))
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSMapDatum: 'somewhere' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
}

for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
  for (const side of format === 'avif' ? [200] : [300, 2500]) {
    const bytes = new Uint8Array(await photograph(side).toFormat(format, { effort: 1 }).toBuffer())
    const source = sourceOf(bytes)
    const facts = inspect(bytes)
    const plan = planStrip(source, 'strip', facts)
    const planned = medianMs(() => planStrip(source, 'strip', facts))
    const written = medianMs(() => Buffer.concat([...strippedChunks(source, plan, facts)]))
    const copied = medianMs(() => bytes.slice())
    console.log(
      `${format.padEnd(5)} ${String(bytes.length).padStart(9)} bytes: plan ${planned.toFixed(4)} ms of ` +
        `${plan.pieces.length} pieces, write ${written.toFixed(4)} ms, bare copy ${copied.toFixed(4)} ms`,
    )
  }
}
