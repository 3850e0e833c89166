import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { createVisitor } from '@pictoglyph/console/test/visitor'
import type { LinkTarget } from '@pictoglyph/site/links/link-rows'
import { require } from '../proof/proof.ts'
import { downloadImage, uploadImage } from '../site/image-client.ts'
import { runPictoglyph } from '../site/run-pictoglyph.ts'
import { type Credentials, type RunningSite, startSite } from '../site/running-site.ts'
import { createRandom, sampleImage, sha256Of } from '../site/sample-image.ts'
import { requireClean } from './checked-site.ts'
import { type Client, type Commands, createCommands, cutPowerUnder } from './cut-power.ts'
import { type Filesystem, openLoopDisk } from './loop-disk.ts'

const diskMib = 1_024
/** A command takes most of a second. */
const maxPauseMs = 1_500
/** So much of a history is kept. */
const keptTargets = 1_000
/** Who changes links: uploads with the field `link`, the console, and the command. */
const ways = ['field', 'field', 'console', 'command'] as const

interface LinkCutFigures {
  acknowledged: number
  unanswered: number
  /** Of those without an answer, how many had been made. */
  made: number
}

/** A client has a link of its own, so that it knows the order of its changes. */
interface LinkClient {
  way: (typeof ways)[number]
  name: string
  /** The images that it led to by the answers, the first first. */
  known: string[]
  unanswered: Change | undefined
}

/** To a new image, or to one that is there. */
type Change = { seed: number } | { imageId: string }

/** What the clients work with, which is another server after each cut. */
interface Machine {
  site: RunningSite
  commands: Commands
  credentials: Credentials
  /** Has the console lead a link to an image. @returns whether that was acknowledged */
  setInConsole(name: string, imageId: string): Promise<boolean>
}

/**
 * Cuts the power under a server whose links change: every acknowledged change is in its link's history once, and one
 * without an answer is there with its image or not at all.
 * @throws if that does not hold
 */
export async function proveLinkCuts(filesystem: Filesystem, cuts: number): Promise<LinkCutFigures> {
  await using disk = await openLoopDisk(filesystem, diskMib)
  const dataDirectory = join(disk.path, 'site')
  const random = createRandom(cuts)
  const clients: LinkClient[] = ways.map((way, index) => ({
    way,
    name: `link-${index}`,
    known: [],
    unanswered: undefined,
  }))
  const figures: LinkCutFigures = { acknowledged: 0, unanswered: 0, made: 0 }
  let seed = 0
  let site = await startSite({ dataDirectory, services: 'images,console' })
  const { userName, ...owner } = site.credentials!
  const apiKey = await keyBoundTo(dataDirectory, userName, clients)
  const credentials = { ...owner, userName, apiKey }
  const standing: string[] = []
  for (let index = 0; index < 2; index++) {
    standing.push((await uploadImage(site, credentials, sampleImage(1_000_000 + index))).id ?? '')
  }

  try {
    for (let cut = 0; cut < cuts; cut++) {
      const machine = await signedInTo(site, credentials, createCommands(dataDirectory))
      const working = clients.map(
        (client): Client =>
          async (isOver) => {
            while (!isOver()) {
              const next = standing.find((id) => id !== client.known.at(-1)) ?? ''
              const change = client.way === 'field' ? { seed: seed++ } : { imageId: next }
              client.unanswered = change
              const imageId = await take(machine, client, change).catch(() => undefined)
              if (imageId === undefined) return
              client.known.push(imageId)
              client.unanswered = undefined
              figures.acknowledged += 1
            }
          },
      )
      const moment = Bun.sleep((random() / 255) * maxPauseMs)
      await cutPowerUnder({ site, disk, clients: working, commands: machine.commands, moment })
      site = await startSite({ dataDirectory, services: 'images,console' })
      const after = await signedInTo(site, credentials, createCommands(dataDirectory))
      for (const client of clients) {
        if (client.unanswered === undefined) continue
        figures.unanswered += 1
        if (await isMade(after, dataDirectory, client)) figures.made += 1
        await sendAgain(after, client)
      }
      for (const client of clients) await requireHistory(after, dataDirectory, client)
    }
    await requireClean(dataDirectory)
  } finally {
    await site.kill()
  }
  require(figures.acknowledged >= cuts, `only ${figures.acknowledged} changes were acknowledged`)
  return figures
}

async function keyBoundTo(
  dataDirectory: string,
  userName: string,
  clients: readonly LinkClient[],
): Promise<string> {
  const { stdout, stderr } = await runPictoglyph(dataDirectory, [
    ...['key', 'create', '--user', userName, '--permission', 'images:upload', '--json'],
    ...['--bind-link', ...clients.map(({ name }) => name)],
  ])
  require(stdout !== '', stderr)
  return (JSON.parse(stdout) as { key: string }).key
}

async function signedInTo(site: RunningSite, credentials: Credentials, commands: Commands): Promise<Machine> {
  const visitor = createVisitor({ url: site.urls.console.replace('127.0.0.1', 'localhost') })
  const { status } = await visitor.signIn(credentials.userName, credentials.password)
  require(status === 303, `signing in was answered ${status}`)
  const csrf = await visitor.token()
  return {
    site,
    commands,
    credentials,
    async setInConsole(name, image) {
      const body = new URLSearchParams({ csrf, name, image })
      const answer = await visitor.send('/links', { method: 'POST', body })
      return answer.status === 303 && answer.headers.get('location')?.includes('sign-in') === false
    },
  }
}

/** Makes a change. @returns the image that the link leads to by the answer, or `undefined` without one */
async function take(
  { site, commands, credentials, setInConsole }: Machine,
  { way, name }: LinkClient,
  change: Change,
): Promise<string | undefined> {
  if ('seed' in change) {
    const answer = await uploadImage(site, credentials, sampleImage(change.seed), { fields: { link: name } })
    return answer.status === 200 ? answer.id : undefined
  }
  const { imageId } = change
  if (way === 'console') return (await setInConsole(name, imageId)) ? imageId : undefined
  const { exitCode } = await commands.run(['link', 'set', name, imageId, '--json'])
  return exitCode === 0 ? imageId : undefined
}

/** Whether the change without an answer was made. @throws if it was made by half */
async function isMade(
  { site, credentials }: Machine,
  dataDirectory: string,
  { name, known, unanswered }: LinkClient,
): Promise<boolean> {
  const history = historyOf(dataDirectory, name)
  const number = history[0]?.number ?? 0
  const isThere = number === known.length + 1
  require(isThere || number === known.length, () =>
    `"${name}" has led to ${number} images, and ${known.length} changes of it were acknowledged.`)
  if (unanswered !== undefined && 'seed' in unanswered) {
    const { id } = await uploadImage(site, credentials, sha256Of(sampleImage(unanswered.seed)))
    require((id !== undefined) === isThere, `of an upload the ${isThere ? 'link' : 'image'} alone is there`)
    require(!isThere || history[0]?.imageId === id, `"${name}" leads to another image than the upload's`)
  }
  return isThere
}

async function sendAgain(machine: Machine, client: LinkClient): Promise<void> {
  const { unanswered } = client
  if (unanswered === undefined) return
  const imageId = await take(machine, client, unanswered)
  require(imageId !== undefined, () =>
    `A change of "${client.name}" sent again was refused.\n${machine.site.log().slice(-2_000)}`)
  client.known.push(imageId)
  client.unanswered = undefined
}

/** Each change is in the history once, the link leads to the last, and that image has its bytes. */
async function requireHistory(
  { site }: Machine,
  dataDirectory: string,
  { name, known }: LinkClient,
): Promise<void> {
  const history = historyOf(dataDirectory, name)
  const expected = known.map((imageId, index) => ({ number: index + 1, imageId })).slice(-keptTargets)
  const found = history.toReversed()
  require(Bun.deepEquals(found, expected), () =>
    `"${name}" has led to ${JSON.stringify(found.slice(-3))} instead of ${JSON.stringify(expected.slice(-3))}.`)
  const last = known.at(-1)
  if (last === undefined) return
  const answer = await fetch(`${site.urls.images}/l/${name}`, { redirect: 'manual' })
  const location = answer.headers.get('location') ?? ''
  require(location.includes(`/i/${last}.`), `"${name}" leads to "${location}" instead of ${last}.`)
  require((await downloadImage(site, last)) !== undefined, `The image ${last} of "${name}" is not there.`)
}

/** The last first. Read past the server, and closed at once: the disk is about to be unmounted again. */
function historyOf(dataDirectory: string, name: string): Pick<LinkTarget, 'number' | 'imageId'>[] {
  using database = new Database(join(dataDirectory, 'pictoglyph.db'))
  using targets = database.prepare<Pick<LinkTarget, 'number' | 'imageId'>, string>(
    'SELECT number, image_id AS imageId FROM link_targets WHERE name = ? ORDER BY number DESC',
  )
  return targets.all(name)
}
