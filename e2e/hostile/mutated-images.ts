import { mediaTypes } from '@pictoglyph/media/media-type'
import { ultraHdr } from '@pictoglyph/media/test/build/ultra-hdr'
import { damaged } from '@pictoglyph/media/test/damage'
import { samples } from '@pictoglyph/media/test/samples'
import fc from 'fast-check'
import { require } from '../proof/proof.ts'
import { uploadImage } from '../site/image-client.ts'
import { runPictoglyph } from '../site/run-pictoglyph.ts'
import type { RunningSite } from '../site/running-site.ts'
import { startUnlimitedSite } from '../site/unlimited-site.ts'
import { sendCanary } from './canary.ts'
import { processFigures } from './process-figures.ts'

const atOnce = 8
const batch = 100
/** What a heap may keep of work that is over. */
const allowedGrowthMib = 120
const settledWithinMs = 60_000

interface MutationFigures {
  sent: number
  stored: number
  refused: number
  slowestMs: number
  grownMib: number
}

/**
 * Uploads damaged images of every format that can be accepted: each is stored or refused within `maxMs`, and
 * afterwards the process holds what it held before.
 * @throws if not
 */
export async function proveMutatedImages(
  count: number,
  seed: number,
  maxMs = Infinity,
): Promise<MutationFigures> {
  await using site = await startUnlimitedSite({ services: 'images' })
  await runPictoglyph(site.dataDirectory, ['policy', 'set', 'upload.types', mediaTypes.join(',')])
  const whole = wholeImages()
  const files = fc.sample(damaged(whole), { numRuns: count, seed })
  // What is loaded and compiled once is not what hostile bytes cost.
  await sendAll(site, whole, maxMs)
  await sendCanary(site)
  const before = processFigures(site.pid)
  const figures = { sent: 0, stored: 0, refused: 0, slowestMs: 0 }
  for (let at = 0; at < files.length; at += batch) {
    for (const { status, ms } of await sendAll(site, files.slice(at, at + batch), maxMs)) {
      figures.sent += 1
      if (status === 200) figures.stored += 1
      else figures.refused += 1
      figures.slowestMs = Math.max(figures.slowestMs, Math.round(ms))
    }
    await sendCanary(site)
  }
  const grownMib = await settled(site, before)
  return { ...figures, grownMib }
}

/** The last of them is an HDR photograph, whose gain map is read and cleaned like a second image. */
function wholeImages(): Uint8Array[] {
  const images = samples.map(({ bytes }) => bytes)
  const [picture] = samples.flatMap(({ bytes, facts }) => (facts.type === 'image/jpeg' ? [bytes] : []))
  require(picture !== undefined, 'No sample is a JPEG.')
  return [...images, ultraHdr({ picture, gainMap: picture, forms: ['xmp', 'iso', 'index'] })]
}

async function sendAll(
  site: RunningSite,
  files: readonly Uint8Array[],
  maxMs: number,
): Promise<{ status: number; ms: number }[]> {
  const answers: { status: number; ms: number }[] = []
  const waiting = [...files]
  async function sender(): Promise<void> {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const beganMs = performance.now()
      const { status, code } = await uploadImage(site, site.credentials!, new Uint8Array(file))
      const ms = performance.now() - beganMs
      const base64 = Buffer.from(file).toString('base64')
      require(status === 200 || status === 400, () =>
        `Answered ${status} ${code} to ${base64}\n${site.log().slice(-2_000)}`)
      require(ms < maxMs, () => `Answered after ${Math.round(ms)} ms to ${base64}`)
      answers.push({ status, ms })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
  return answers
}

/** Waits until memory and descriptors are back. @returns by how much memory is above what it was */
async function settled(site: RunningSite, before: ReturnType<typeof processFigures>): Promise<number> {
  const deadlineMs = performance.now() + settledWithinMs
  for (;;) {
    const { residentMib, descriptors } = processFigures(site.pid)
    const grownMib = Math.round(residentMib - before.residentMib)
    // Idle connections of this process are closed some seconds after their last use.
    if (grownMib < allowedGrowthMib && descriptors <= before.descriptors + atOnce) return grownMib
    require(performance.now() < deadlineMs, () =>
      `The process holds ${descriptors} descriptors (${before.descriptors} before) and ${grownMib} MiB more.`)
    await Bun.sleep(250)
  }
}
