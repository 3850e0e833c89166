/**
 * Two checkouts of the project side by side, in turn: the server on the first processor, the load on the second. For
 * what a change costs or gains.
 *
 * `bun bench/checkouts.ts DIRECTORY OTHER LOAD… [--rounds N] [--seconds N]`, where a load is one of those below.
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startImagesServer, upload } from './images/images-server.ts'
import { photograph } from './images/photographs.ts'
import { type UploadForm, uploadForm } from './images/upload-form.ts'
import { makeBenchDirectory } from './load/bench-directory.ts'
import { medianAndSpread } from './load/median.ts'
import { type PinnedServer, startPinnedServer } from './load/pinned-server.ts'
import { runWrk } from './load/wrk.ts'
import { type ProcessorTimes, processorTimes } from './text/processor-time.ts'
import { workloads } from './text/workloads.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '2' } },
})
const [first = '', second = '', ...wanted] = positionals
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const connections = 16
const manyLinks = 400

/** What is sent again and again to one server. */
interface Load {
  url: string
  script?: readonly [path: string, ...args: string[]]
}

/** What a load is sent to, and how it is prepared there; each round asks for it again. */
type Contest = {
  server: 'text' | 'images'
  prepare: (server: PinnedServer, directory: string) => Promise<() => Load>
}

interface Measured {
  perSecond: number
  /** For each answer, in microseconds. */
  times: ProcessorTimes & { processorUs: number }
}

const form = await uploadForm(await photograph({ pixelBytes: 150_000, withMetadata: true }))
const lua = (name: string): string => join(import.meta.dir, name)

const contests: Record<string, Contest> = {
  ...Object.fromEntries(
    ['short', 'long', 'decrypt'].map((name, i): [string, Contest] => [
      name,
      {
        server: 'text',
        async prepare({ url }, directory) {
          const { path, body } = workloads[i]!
          const file = join(directory, `${name}.body`)
          await Bun.write(file, body)
          return () => ({ url: url + path, script: [lua('text/post.lua'), file] })
        },
      },
    ]),
  ),
  link: {
    server: 'images',
    async prepare(server) {
      const url = await linkOf(server, form)
      return () => ({ url })
    },
  },
  page: {
    server: 'images',
    async prepare(server) {
      const url = (await linkOf(server, form)).replace(/\/i\/(\w+).*/, '/p/$1')
      return () => ({ url })
    },
  },
  thumbnail: {
    server: 'images',
    async prepare(server) {
      const url = (await linkOf(server, form)).replace(/\.\w+$/, '/thumbnail')
      await fetch(url)
      return () => ({ url })
    },
  },
  links: {
    server: 'images',
    async prepare(server, directory) {
      const paths: string[] = []
      for (let number = 1; number <= manyLinks; number++) {
        paths.push(new URL(await linkOf(server, form.stamped(number))).pathname)
      }
      const file = join(directory, 'paths')
      await Bun.write(file, paths.join('\n'))
      return () => ({ url: server.url, script: [lua('images/links.lua'), file] })
    },
  },
  upload: {
    server: 'images',
    async prepare(server, directory) {
      const file = join(directory, 'form.bin')
      await Bun.write(file, form.bytes)
      let run = 0
      return () => {
        run += 1
        const stamp = String(run).padStart(6, '0')
        const args = [file, String(form.stampAt), form.contentType, `Bearer ${keyOf(server)}`, stamp]
        return { url: `${server.url}/api/v1/upload`, script: [lua('images/uploads.lua'), ...args] }
      }
    },
  },
}

await using temporary = await makeBenchDirectory()
const directory = temporary.path
for (const name of wanted) {
  const contest = contests[name]
  if (contest === undefined)
    throw new Error(`There is no "${name}"; there is ${Object.keys(contests).join(', ')}.`)
  await run(name, contest)
}

async function run(name: string, { server, prepare }: Contest): Promise<void> {
  const files = [join(directory, `${name}-first`), join(directory, `${name}-second`)] as const
  for (const folder of files) await mkdir(folder)
  await using a = await start(first, server, files[0])
  await using b = await start(second, server, files[1])
  const loads = [await prepare(a, files[0]), await prepare(b, files[1])] as const
  const measureFirst = () => measure(a, loads[0]())
  const measureSecond = () => measure(b, loads[1]())
  await measureFirst()
  await measureSecond()
  const pairs: { a: Measured; b: Measured }[] = []
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) pairs.push({ a: await measureFirst(), b: await measureSecond() })
    else pairs.push({ b: await measureSecond(), a: await measureFirst() })
  }
  report(name, pairs)
}

function start(checkout: string, server: Contest['server'], data: string): Promise<PinnedServer> {
  if (server === 'text')
    return startPinnedServer([process.execPath, join(checkout, 'bench/text/service-server.ts')])
  return startImagesServer(data, checkout)
}

async function measure({ pid }: PinnedServer, load: Load): Promise<Measured> {
  const before = await processorTimes(pid)
  const { requestsPerSecond, errors } = await runWrk({ ...load, connections, seconds })
  if (errors > 0) throw new Error(`${load.url}: ${errors} requests failed`)
  const after = await processorTimes(pid)
  const answers = requestsPerSecond * seconds
  const userUs = (after.userUs - before.userUs) / answers
  const systemUs = (after.systemUs - before.systemUs) / answers
  return { perSecond: requestsPerSecond, times: { userUs, systemUs, processorUs: userUs + systemUs } }
}

function keyOf({ preface }: PinnedServer): string {
  return /"apiKey":"(\w+)"/.exec(preface)?.[1] ?? ''
}

function linkOf(server: PinnedServer, form: UploadForm): Promise<string> {
  return upload({ url: server.url, apiKey: keyOf(server) }, form)
}

function report(name: string, pairs: readonly { a: Measured; b: Measured }[]): void {
  console.log(`\n${name}, ${pairs.length} rounds of ${seconds} s`)
  for (const [label, of] of [
    ['first ', 'a'],
    ['second', 'b'],
  ] as const) {
    const rates = medianAndSpread(
      pairs.map((pair) => pair[of].perSecond),
      0,
    )
    const taken = medianAndSpread(
      pairs.map((pair) => pair[of].times.processorUs),
      1,
    )
    console.log(`  ${label}  ${rates}/s, ${taken} µs`)
  }
  for (const [part, words] of [
    ['userUs', 'time in the program'],
    ['systemUs', 'time in the system'],
    ['processorUs', 'processor time'],
  ] as const) {
    const ratios = pairs.map(({ a, b }) => b.times[part] / a.times[part])
    console.log(`  second takes ${medianAndSpread(ratios, 2)} of the ${words}`)
  }
}
