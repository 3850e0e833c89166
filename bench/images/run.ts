/**
 * Direct links of 200 kB, one that everybody asks for and many in turn, and uploads of as much, 16 connections, the
 * server on one processor and the load on the other, beside a bare handler that does the least that could be called
 * the same. `bun bench/images/run.ts [rounds] [seconds a round]`
 *
 * Links come first: the thumbnails of what is uploaded are made as soon as it is quiet.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Contestant, contest } from '../load/contest.ts'
import { type PinnedServer, startPinnedServer } from '../load/pinned-server.ts'
import { runWrk } from '../load/wrk.ts'
import { photograph } from './photograph.ts'
import { type UploadForm, uploadForm } from './upload-form.ts'

const connections = 16
/** Twice as much as is kept in memory. */
const manyLinks = 400
/**
 * A service runs for weeks: what it does a few hundred times a second is compiled only after half a minute. Both
 * sides are given that time with small pictures, which fill no disk.
 */
const warmUpSeconds = 30
const smallWidth = 150
const settlingMs = 300
const rounds = Number(process.argv[2] ?? 5)
const seconds = Number(process.argv[3] ?? 4)
const command = join(import.meta.dir, '../../apps/cli/src/main.ts')

const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'pictoglyph-bench-'))
const served = join(directory, 'served')
const formFile = join(directory, 'form.bin')
try {
  await run()
} finally {
  await rm(directory, { recursive: true })
}

async function run(): Promise<void> {
  await mkdir(served)
  const form = await uploadForm(await photograph())
  await Bun.write(formFile, form.bytes)
  await using ours = await startPinnedServer(
    [process.execPath, command, 'serve', '--json'],
    {
      PICTOGLYPH_DATA_DIR: join(directory, 'site'),
      PICTOGLYPH_SERVICES: 'images',
      PICTOGLYPH_IMAGES_PORT: '0',
    },
    /"images":"(http:[^"]+)"/,
  )
  await using bare = await startPinnedServer([
    process.execPath,
    join(import.meta.dir, 'bare-server.ts'),
    directory,
    served,
  ])
  const apiKey = /"apiKey":"(\w+)"/.exec(ours.preface)?.[1] ?? ''
  const servers = { ours, bare, apiKey, form }
  await compareOneLink(servers)
  await compareManyLinks(servers)
  await compareUploads(servers)
}

interface Servers {
  ours: PinnedServer
  bare: PinnedServer
  apiKey: string
  form: UploadForm
}

async function compareOneLink({ ours, bare, apiKey, form }: Servers): Promise<void> {
  const link = ours.url + (await upload(ours.url, apiKey, form))
  const bareLink = bare.url + (await serveBare(form))
  await checkSameBytes(link, bareLink)
  await contest(
    `direct link of ${form.fileBytes.length} B`,
    load('pictoglyph', link),
    load('bare', bareLink),
    rounds,
  )
}

async function compareManyLinks({ ours, bare, apiKey, form }: Servers): Promise<void> {
  const paths: string[] = []
  const barePaths: string[] = []
  for (let number = 1; number <= manyLinks; number += 1) {
    const different = form.stamped(number)
    paths.push(await upload(ours.url, apiKey, different))
    barePaths.push(await serveBare(different))
  }
  await checkSameBytes(ours.url + paths.at(-1), bare.url + barePaths.at(-1))
  const script = async (whose: string, list: string[]) => {
    const file = join(directory, `${whose}.paths`)
    await Bun.write(file, list.join('\n'))
    return [join(import.meta.dir, 'links.lua'), file] as const
  }
  await contest(
    `direct links of ${manyLinks} such images in turn`,
    load('pictoglyph', ours.url, await script('ours', paths)),
    load('bare', bare.url, await script('bare', barePaths)),
    rounds,
  )
}

async function compareUploads({ ours, bare, apiKey, form }: Servers): Promise<void> {
  let run = 0
  const uploads = (name: string, url: string, file: string, { stampAt, contentType }: UploadForm) => ({
    name,
    measure() {
      run += 1
      const stamp = String(run).padStart(6, '0')
      const args = [file, String(stampAt), contentType, `Bearer ${apiKey}`, stamp]
      return load(name, url, [join(import.meta.dir, 'uploads.lua'), ...args]).measure()
    },
  })
  const both = (file: string, one: UploadForm) =>
    [
      uploads('pictoglyph', `${ours.url}/api/v1/upload`, file, one),
      besideStopped(ours, uploads('bare', `${bare.url}/upload`, file, one)),
    ] as const
  const smallFile = join(directory, 'small-form.bin')
  const small = await uploadForm(await photograph(smallWidth))
  await Bun.write(smallFile, small.bytes)
  for (const one of both(smallFile, small)) {
    for (let spent = 0; spent < warmUpSeconds; spent += seconds) await one.measure()
  }
  await contest(
    `upload of ${form.fileBytes.length} B, ${connections} connections, all different bytes`,
    ...both(formFile, form),
    rounds,
  )
}

/**
 * The same measurement while a server stands still, which would else make thumbnails on the same processor. It is
 * given time to end what it was doing: a write that is held up so long looks to it like a disk that can't keep up.
 */
function besideStopped({ pid }: PinnedServer, { name, measure }: Contestant): Contestant {
  return {
    name,
    async measure() {
      await Bun.sleep(settlingMs)
      process.kill(pid, 'SIGSTOP')
      try {
        return await measure()
      } finally {
        process.kill(pid, 'SIGCONT')
      }
    },
  }
}

function load(name: string, url: string, script?: readonly [string, ...string[]]) {
  return {
    name,
    async measure(): Promise<number> {
      const result = await runWrk({ url, connections, seconds, ...(script !== undefined && { script }) })
      if (result.errors > 0) throw new Error(`${name}: ${result.errors} requests failed`)
      return result.requestsPerSecond
    },
  }
}

/** Uploads a form, and gives the path of the direct link. */
async function upload(url: string, apiKey: string, form: UploadForm): Promise<string> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': form.contentType }
  const answer = await fetch(`${url}/api/v1/upload`, { method: 'POST', headers, body: form.bytes })
  const { data } = (await answer.json()) as { data: { url: string } }
  return new URL(data.url).pathname
}

/** Puts the form's file where the bare handler serves it, and gives the path. */
async function serveBare({ fileBytes }: UploadForm): Promise<string> {
  const name = Bun.hash(fileBytes).toString(36)
  await Bun.write(join(served, name), fileBytes)
  return `/served/${name}`
}

async function checkSameBytes(ours: string, bare: string): Promise<void> {
  const [a, b] = await Promise.all([ours, bare].map(async (url) => (await fetch(url)).bytes()))
  if (a === undefined || b === undefined || !Buffer.from(a).equals(b))
    throw new Error(`${ours} gives other bytes`)
}
