import { join } from 'node:path'
import { require } from '../proof/proof.ts'
import { downloadImage, uploadImage } from '../site/image-client.ts'
import { runPictoglyph } from '../site/run-pictoglyph.ts'
import { startSite } from '../site/running-site.ts'
import { sampleImage, sha256Of } from '../site/sample-image.ts'
import { requireClean } from './checked-site.ts'
import { cutPowerUnder } from './cut-power.ts'
import { openLoopDisk } from './loop-disk.ts'

const guests = 200
const maxUploads = 120
const uploadedBeforeCut = 30

/**
 * Cuts the power while 200 guests upload with one link, as its page does, which repeats an upload that got no answer:
 * exactly as many succeed as the link allows.
 * @throws if more or fewer do, or one of them is lost
 */
export async function proveGuestCut(): Promise<string> {
  await using disk = await openLoopDisk('ext4', 1_024)
  const dataDirectory = join(disk.path, 'site')
  let site = await startSite({ dataDirectory })
  const { userName, categoryId } = site.credentials!
  const made = await runPictoglyph(dataDirectory, [
    ...['key', 'create', '--user', userName, '--permission', 'images:upload', '--quiet', '--json'],
    ...['--default-category', categoryId, '--max-uploads', String(maxUploads)],
  ])
  require(made.exitCode === 0, made.stderr)
  const link = { apiKey: (JSON.parse(made.stdout) as { key: string }).key, categoryId }
  const sent = new Map<number, string>()
  const refused = new Set<number>()
  const enough = Promise.withResolvers<void>()

  /** Uploads until the answer is final. @throws when there is none */
  async function upload(guest: number): Promise<void> {
    for (;;) {
      const options = { idempotencyKey: `guest-${guest}` }
      const { status, id, code, retryAfter } = await uploadImage(site, link, sampleImage(guest), options)
      if (status === 503) {
        await Bun.sleep(1_000 * Number(retryAfter))
        continue
      }
      if (status === 200) sent.set(guest, id ?? '')
      else if (code === 'KEY_USED_UP') refused.add(guest)
      else enough.reject(new Error(`A guest was answered ${status} ${code}.`))
      if (sent.size === uploadedBeforeCut) enough.resolve()
      return
    }
  }

  try {
    const all = Array.from({ length: guests }, (_, guest) => guest)
    const clients = all.map((guest) => () => upload(guest).catch(() => undefined))
    await cutPowerUnder({ site, disk, clients, moment: enough.promise })
    const before = sent.size
    site = await startSite({ dataDirectory })
    await Promise.all(all.filter((guest) => !sent.has(guest) && !refused.has(guest)).map(upload))
    require(sent.size === maxUploads, `${sent.size} guests uploaded, and ${maxUploads} were allowed to.`)
    require(refused.size === guests - maxUploads, `${refused.size} guests were refused.`)
    for (const [guest, id] of sent) {
      const bytes = await downloadImage(site, id)
      require(bytes !== undefined &&
        sha256Of(bytes) === sha256Of(sampleImage(guest)), `The image ${id} was lost.`)
    }
    const words = ['image', 'list', '--key', link.apiKey, '--limit', String(guests), '--json']
    const { stdout } = await runPictoglyph(dataDirectory, words)
    const kept = JSON.parse(stdout) as unknown[]
    require(kept.length === maxUploads, `${kept.length} images of guests are there.`)
    await requireClean(dataDirectory)
    return `${guests} guests, ${before} answered before the cut; ${sent.size} of ${maxUploads} uploaded, 0 lost`
  } finally {
    await site.kill()
  }
}
