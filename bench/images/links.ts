/**
 * Direct links of 180 kB, one that everyone asks for and many in turn, 16 connections, the server on one processor and
 * the load on the other, beside a bare handler that does the least that could be called the same.
 * `bun bench/images/links.ts [rounds] [seconds a round]`
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeBenchDirectory } from '../load/bench-directory.ts'
import { contest } from '../load/contest.ts'
import { type PinnedServer, startPinnedServer } from '../load/pinned-server.ts'
import { runWrk } from '../load/wrk.ts'
import { type ImagesServer, startImagesServer, upload } from './images-server.ts'
import { photograph } from './photographs.ts'
import { type UploadForm, uploadForm } from './upload-form.ts'

const connections = 16
/** Twice as much as is kept in memory. */
const manyLinks = 400
const rounds = Number(process.argv[2] ?? 5)
const seconds = Number(process.argv[3] ?? 4)

await using temporary = await makeBenchDirectory()
const directory = temporary.path
const served = join(directory, 'served')
await run()

async function run(): Promise<void> {
  await mkdir(served)
  const form = await uploadForm(await photograph({ pixelBytes: 180_000, withMetadata: false }))
  await using ours = await startImagesServer(join(directory, 'site'))
  await using bare = await startPinnedServer([
    process.execPath,
    join(import.meta.dir, 'bare-server.ts'),
    directory,
    served,
  ])
  const servers = { ours, bare, form }
  await compareOneLink(servers)
  await compareManyLinks(servers)
}

interface Servers {
  ours: ImagesServer
  bare: PinnedServer
  form: UploadForm
}

async function compareOneLink({ ours, bare, form }: Servers): Promise<void> {
  const link = await upload(ours, form)
  const bareLink = bare.url + (await serveBare(form))
  await checkSameBytes(link, bareLink)
  await contest(
    `direct link of ${form.fileBytes.length} B`,
    load('pictoglyph', link),
    load('bare', bareLink),
    rounds,
  )
}

async function compareManyLinks({ ours, bare, form }: Servers): Promise<void> {
  const paths: string[] = []
  const barePaths: string[] = []
  for (let number = 1; number <= manyLinks; number += 1) {
    const different = form.stamped(number)
    paths.push(new URL(await upload(ours, different)).pathname)
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
