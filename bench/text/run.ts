/**
 * The text service beside a bare handler that parses the same body and answers a constant of the same length; each
 * in a process of its own on the first processor, the load on the second.
 *
 * `bun bench/text/run.ts [rounds] [seconds a round] [--record]`; the last keeps the figures in `bench/history/`.
 */
import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PinnedServer, startPinnedServer } from '../load/pinned-server.ts'
import { type Comparison, compare, type Spread } from './compare.ts'
import { loadProgram } from './load.ts'
import { type Workload, workloads } from './workloads.ts'

const [rounds = 7, seconds = 2] = process.argv
  .slice(2)
  .filter((one) => /^\d+$/.test(one))
  .map(Number)
const isRecording = process.argv.includes('--record')
/** An answer's duration is written with a digit more or less. */
const maxBytesApart = 4

const directory = await mkdtemp(join(tmpdir(), 'pictoglyph-bench-'))
try {
  await run()
} finally {
  await rm(directory, { recursive: true })
}

async function run(): Promise<void> {
  const server = (file: string, ...args: string[]) =>
    startPinnedServer([process.execPath, join(import.meta.dir, file), ...args])
  await using ours = await server('service-server.ts')
  const files = await Promise.all(workloads.map((workload) => prepare(ours, workload)))
  await using bare = await server('bare-server.ts', ...files.map(({ answerFile }) => answerFile))

  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Bun ${Bun.version}, load by ${loadProgram}`
  console.log(machine)
  const comparisons: Comparison[] = []
  for (const [i, workload] of workloads.entries()) {
    const { bodyFile } = files[i]!
    await checkSameWork(ours, bare, workload)
    const comparison = await compare(workload, { ours, bare, bodyFile, rounds, seconds })
    comparisons.push(comparison)
    report(comparison)
  }
  if (isRecording) await record(machine, comparisons)
}

/** Keeps a workload's body, and the service's answer to it, as files. */
async function prepare(ours: PinnedServer, { path, body, barePath }: Workload) {
  const bodyFile = join(directory, `${barePath.slice(1)}.body`)
  const answerFile = join(directory, `${barePath.slice(1)}.answer`)
  await Bun.write(bodyFile, body)
  await Bun.write(answerFile, await post(ours.url + path, body))
  return { bodyFile, answerFile }
}

/** Both answer the same body, with as many bytes. */
async function checkSameWork(ours: PinnedServer, bare: PinnedServer, workload: Workload): Promise<void> {
  const { path, barePath, body } = workload
  const [oursBytes = 0, bareBytes = 0] = await Promise.all(
    [ours.url + path, bare.url + barePath].map(async (url) => Buffer.byteLength(await post(url, body))),
  )
  if (Math.abs(oursBytes - bareBytes) <= maxBytesApart) return
  throw new Error(`${workload.name}: ${oursBytes} bytes beside ${bareBytes}`)
}

async function post(url: string, body: string): Promise<string> {
  const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${text.slice(0, 200)}`)
  return text
}

function report({ workload, ratio, processorRatio, oursPerSecond, barePerSecond, least, aim }: Comparison) {
  const rate = ({ median, least, most }: Spread) =>
    `${median.toFixed(0)}/s (${least.toFixed(0)}–${most.toFixed(0)})`
  const share = ({ median, least, most }: Spread) =>
    `${median.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`
  console.log(`\n${workload}`)
  console.log(`  pictoglyph  ${rate(oursPerSecond)}`)
  console.log(`  bare        ${rate(barePerSecond)}`)
  console.log(`  ratio       ${share(ratio)}, at least ${least}, aim ${aim}`)
  console.log(`  by processor time  ${share(processorRatio)}`)
}

async function record(machine: string, comparisons: readonly Comparison[]): Promise<void> {
  const history = join(import.meta.dir, '../history')
  await mkdir(history, { recursive: true })
  const line = JSON.stringify({ at: new Date().toISOString(), machine, comparisons })
  await appendFile(join(history, 'text.jsonl'), `${line}\n`)
}
