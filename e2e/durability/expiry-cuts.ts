import { join } from 'node:path'
import { require } from '../proof/proof.ts'
import { startSite } from '../site/running-site.ts'
import { createRandom } from '../site/sample-image.ts'
import { endLeases, requireClean } from './checked-site.ts'
import { type Client, createCommands, cutPowerUnder } from './cut-power.ts'
import { addUploader, createEndingImages } from './ending-images.ts'
import { type Filesystem, openLoopDisk } from './loop-disk.ts'

const diskMib = 1_024
/** Images end after a second, and a collection takes one. */
const minPauseMs = 1_500
const morePauseMs = 1_500
/** Every so-manieth picture has an image of another owner that stays. */
const sharedEvery = 3

interface ExpiryCutFigures {
  ended: number
  stayed: number
  unanswered: number
  collections: number
}

/**
 * Cuts the power under a server whose images end, while their bytes are removed and the same pictures are uploaded
 * again: nothing that has ended is served, and whatever stays has its bytes.
 * @throws if that does not hold
 */
export async function proveExpiryCuts(filesystem: Filesystem, cuts: number): Promise<ExpiryCutFigures> {
  await using disk = await openLoopDisk(filesystem, diskMib)
  const dataDirectory = join(disk.path, 'site')
  const random = createRandom(cuts)
  let site = await startSite({ dataDirectory })
  const owner = site.credentials!
  const images = createEndingImages(owner, await addUploader(dataDirectory, owner.categoryId))
  let collections = 0
  let next = 0

  try {
    for (let cut = 0; cut < cuts; cut++) {
      const commands = createCommands(dataDirectory)
      /** Sends until there is no answer. */
      const sending =
        (send: () => Promise<unknown>): Client =>
        async (isOver) => {
          while (!isOver()) {
            try {
              await send()
            } catch {
              return
            }
          }
        }
      const clients = [
        sending(async () => {
          const seed = next++
          await images.sendEnding(site, seed)
          if (seed % sharedEvery === 0) await images.sendLasting(site, seed, 'other')
        }),
        sending(async () => {
          const [seed] = images.endingNow()
          if (seed === undefined) await Bun.sleep(20)
          else await images.sendLasting(site, seed)
        }),
        sending(async () => {
          const { exitCode } = await commands.run(['gc', '--deleted-for', '0s', '--delay', '0s'])
          if (exitCode === 0) collections += 1
        }),
      ]
      const moment = Bun.sleep(minPauseMs + (random() / 255) * morePauseMs)
      await cutPowerUnder({ site, disk, clients, commands, moment })
      endLeases(dataDirectory)
      site = await startSite({ dataDirectory })
      await images.requireRight(site)
    }
    const { exitCode } = await createCommands(dataDirectory).run([
      ...['gc', '--delay', '0s', '--orphans-after', '0s'],
    ])
    require(exitCode === 0, `the last collection ended with ${exitCode}`)
    await images.requireRight(site)
    await requireClean(dataDirectory)
  } finally {
    await site.kill()
  }
  const { ending, lasting, unanswered } = images.counts
  require(ending >= cuts && lasting >= cuts, `only ${ending} images ended and ${lasting} stayed`)
  return { ended: ending, stayed: lasting, unanswered, collections }
}
