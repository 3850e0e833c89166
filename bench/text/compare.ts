import { median } from '../load/median.ts'
import type { PinnedServer } from '../load/pinned-server.ts'
import { postAgainAndAgain } from './load.ts'
import { processorTimeUs } from './processor-time.ts'
import type { Workload } from './workloads.ts'

/** The median of the rounds, with the least and the most of them. */
export interface Spread {
  median: number
  least: number
  most: number
}

/** One workload's figures. A ratio is that of ours to the bare one, within a round. */
export interface Comparison {
  workload: string
  rounds: number
  oursPerSecond: Spread
  barePerSecond: Spread
  ratio: Spread
  /** The same by the processor time that a server takes for an answer, which other work on the machine disturbs less. */
  processorRatio: Spread
  least: number
  aim: number
}

interface Measured {
  perSecond: number
  /** Processor time an answer, in microseconds. */
  processorUs: number
}

interface ComparisonOptions {
  ours: PinnedServer
  bare: PinnedServer
  bodyFile: string
  rounds: number
  seconds: number
}

/** Loads both servers in turns, so that what else the machine does falls on both. */
export async function compare(workload: Workload, options: ComparisonOptions): Promise<Comparison> {
  const { ours, bare, rounds } = options
  const measureOurs = () => measure(ours, workload.path, workload, options)
  const measureBare = () => measure(bare, workload.barePath, workload, options)
  await measureOurs()
  await measureBare()
  const pairs: { ours: Measured; bare: Measured }[] = []
  for (let round = 0; round < rounds; round++) {
    const isOursFirst = round % 2 === 0
    const first = isOursFirst ? await measureOurs() : await measureBare()
    const second = isOursFirst ? await measureBare() : await measureOurs()
    pairs.push(isOursFirst ? { ours: first, bare: second } : { ours: second, bare: first })
  }
  return {
    workload: workload.name,
    rounds,
    oursPerSecond: spread(pairs.map((pair) => pair.ours.perSecond)),
    barePerSecond: spread(pairs.map((pair) => pair.bare.perSecond)),
    ratio: spread(pairs.map((pair) => pair.ours.perSecond / pair.bare.perSecond)),
    processorRatio: spread(pairs.map((pair) => pair.bare.processorUs / pair.ours.processorUs)),
    least: workload.least,
    aim: workload.aim,
  }
}

async function measure(
  server: PinnedServer,
  path: string,
  { connections }: Workload,
  { bodyFile, seconds }: ComparisonOptions,
): Promise<Measured> {
  const beforeUs = await processorTimeUs(server.pid)
  const load = { url: server.url + path, bodyFile, connections, seconds }
  const { requestsPerSecond, errors } = await postAgainAndAgain(load)
  if (errors > 0) throw new Error(`${server.url}${path}: ${errors} requests failed`)
  const takenUs = (await processorTimeUs(server.pid)) - beforeUs
  return { perSecond: requestsPerSecond, processorUs: takenUs / (requestsPerSecond * seconds) }
}

function spread(values: readonly number[]): Spread {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) }
}
