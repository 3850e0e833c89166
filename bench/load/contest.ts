import { cpus } from 'node:os'
import { median } from './median.ts'

export interface Contestant {
  name: string
  /** One measurement, in answers a second. */
  measure(): Promise<number>
}

/**
 * Measures two in turn, so that what else the machine does falls on both, and reports the median of the rounds'
 * ratios with their spread.
 */
export async function contest(
  title: string,
  ours: Contestant,
  bare: Contestant,
  rounds: number,
): Promise<number> {
  const figures: { ours: number; bare: number }[] = []
  await ours.measure()
  await bare.measure()
  for (let round = 0; round < rounds; round += 1) {
    figures.push({ ours: await ours.measure(), bare: await bare.measure() })
  }
  const ratios = figures.map((pair) => pair.ours / pair.bare)
  const cpu = cpus()
  console.log(`\n${title}`)
  console.log(`  machine  ${cpu.length} × ${cpu[0]?.model.trim()}, Bun ${Bun.version}`)
  for (const key of ['ours', 'bare'] as const) {
    const values = figures.map((pair) => pair[key])
    const name = key === 'ours' ? ours.name : bare.name
    console.log(
      `  ${name.padEnd(12)} ${median(values).toFixed(0)}/s  (${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)})`,
    )
  }
  const ratio = median(ratios)
  console.log(
    `  ratio        ${ratio.toFixed(2)}  (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}, ${rounds} rounds)`,
  )
  return ratio
}
