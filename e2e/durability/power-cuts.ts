import { join } from 'node:path'
import { downloadImage, uploadImage } from '../site/image-client.ts'
import { type Credentials, type RunningSite, startSite } from '../site/running-site.ts'
import { createRandom, sampleImage, sha256Of } from '../site/sample-image.ts'
import { requireClean } from './checked-site.ts'
import { cutPowerUnder } from './cut-power.ts'
import { type Filesystem, type LoopDisk, openLoopDisk } from './loop-disk.ts'

const uploaders = 4
const diskMib = 4_096
const maxPauseMs = 450
/** Blobs of different sizes: in one write, in several, and beside the event loop. */
const sizesBytes = [600, 20_000, 150_000, 1_300_000]

interface PowerCutFigures {
  filesystem: Filesystem
  cuts: number
  acknowledged: number
  unanswered: number
  lost: number
}

/** What a client knows of its uploads. */
interface ClientLedger {
  acknowledged: Map<number, { id: string; sha256: string }>
  unanswered: number[]
}

const imageOf = (seed: number) => sampleImage(seed, sizesBytes[seed % sizesBytes.length])

/**
 * Cuts the power under a server that takes uploads, again and again: every acknowledged image must be there
 * with its bytes, and every upload without an answer must succeed when it is sent again.
 * @throws if one is lost
 */
export async function provePowerCuts(filesystem: Filesystem, cuts: number): Promise<PowerCutFigures> {
  await using disk = await openLoopDisk(filesystem, diskMib)
  const dataDirectory = join(disk.path, 'site')
  const random = createRandom(cuts)
  const ledger: ClientLedger = { acknowledged: new Map(), unanswered: [] }
  let site = await startSite({ dataDirectory })
  const credentials = site.credentials!
  let unanswered = 0
  let firstSeed = 0
  try {
    for (let cut = 0; cut < cuts; cut++) {
      firstSeed = await uploadUntilCut({
        site,
        credentials,
        disk,
        ledger,
        firstSeed,
        pauseMs: (random() / 255) * maxPauseMs,
      })
      site = await startSite({ dataDirectory })
      await requireReadable(site, ledger, [...ledger.acknowledged.keys()].slice(-400))
      unanswered += ledger.unanswered.length
      await sendAgain(site, credentials, ledger)
      await requireReadable(site, ledger, ledger.unanswered)
      ledger.unanswered = []
    }
    await requireReadable(site, ledger, [...ledger.acknowledged.keys()])
    await requireClean(dataDirectory)
  } finally {
    await site.kill()
  }
  return { filesystem, cuts, acknowledged: ledger.acknowledged.size, unanswered, lost: 0 }
}

/**
 * The same with a server whose syncs do nothing: something must be lost, or the cuts prove nothing.
 * @returns how many acknowledged images were lost, of how many
 */
export async function proveCutsAreReal(
  filesystem: Filesystem,
  withoutSync: Record<string, string>,
): Promise<{ lost: number; acknowledged: number }> {
  await using disk = await openLoopDisk(filesystem, diskMib)
  const dataDirectory = join(disk.path, 'site')
  const ledger: ClientLedger = { acknowledged: new Map(), unanswered: [] }
  const environment = withoutSync
  const first = await startSite({ dataDirectory })
  const credentials = first.credentials!
  await first.stop()
  const site = await startSite({ dataDirectory, environment })
  await uploadUntilCut({ site, credentials, disk, ledger, firstSeed: 0, pauseMs: 1_500 })
  const acknowledged = ledger.acknowledged.size
  let lost = acknowledged
  try {
    await using after = await startSite({ dataDirectory })
    lost = (await unreadable(after, ledger, [...ledger.acknowledged.keys()])).length
  } catch (error) {
    // A database that can't even be opened has lost everything.
    if (!(error instanceof Error && error.message.includes('did not start'))) throw error
  }
  if (lost === 0)
    throw new Error(`Without any sync nothing was lost on ${filesystem}: the cuts prove nothing.`)
  return { lost, acknowledged }
}

interface Round {
  site: RunningSite
  credentials: Credentials
  disk: LoopDisk
  ledger: ClientLedger
  firstSeed: number
  pauseMs: number
}

/** Uploads from several clients, cuts the power after a pause, and ends with the disk mounted again. */
async function uploadUntilCut({
  site,
  credentials,
  disk,
  ledger,
  firstSeed,
  pauseMs,
}: Round): Promise<number> {
  let seed = firstSeed
  async function uploader(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const mine = seed++
      const bytes = imageOf(mine)
      try {
        const { status, id } = await uploadImage(site, credentials, bytes)
        if (status === 200 && id !== undefined) ledger.acknowledged.set(mine, { id, sha256: sha256Of(bytes) })
        else ledger.unanswered.push(mine)
      } catch {
        // The connection went with the server.
        ledger.unanswered.push(mine)
        return
      }
    }
  }
  const clients = Array.from({ length: uploaders }, () => uploader)
  await cutPowerUnder({ site, disk, clients, moment: Bun.sleep(pauseMs) })
  return seed
}

async function sendAgain(site: RunningSite, credentials: Credentials, ledger: ClientLedger): Promise<void> {
  for (const seed of ledger.unanswered) {
    const bytes = imageOf(seed)
    const { status, id, code } = await uploadImage(site, credentials, bytes)
    if (status !== 200 || id === undefined) {
      throw new Error(
        `An upload sent again after a power cut was answered ${status} ${code}.\n${site.log().slice(-2_000)}`,
      )
    }
    ledger.acknowledged.set(seed, { id, sha256: sha256Of(bytes) })
  }
}

async function requireReadable(
  site: RunningSite,
  ledger: ClientLedger,
  seeds: readonly number[],
): Promise<void> {
  const lost = await unreadable(site, ledger, seeds)
  if (lost.length === 0) return
  throw new Error(
    `${lost.length} acknowledged images were lost, the first of them ${lost[0]}.\n${site.log().slice(-2_000)}`,
  )
}

/** Ids of acknowledged images that do not come back with the bytes that were sent. */
async function unreadable(
  site: RunningSite,
  { acknowledged }: ClientLedger,
  seeds: readonly number[],
): Promise<string[]> {
  const lost: string[] = []
  for (const seed of seeds) {
    const known = acknowledged.get(seed)
    if (known === undefined) continue
    const bytes = await downloadImage(site, known.id)
    if (bytes === undefined || sha256Of(bytes) !== known.sha256) lost.push(known.id)
  }
  return lost
}
