import type { Form, Proof } from './proof.ts'

/** Runs one proof after the other, whatever comes of each. @returns whether all were kept */
export async function runProofs(proofs: readonly Proof[], form: Form): Promise<boolean> {
  const failed: string[] = []
  const startedMs = performance.now()
  for (const { name, run } of proofs) {
    const beganMs = performance.now()
    try {
      console.log(`ok      ${name}: ${await run(form)} (${secondsSince(beganMs)} s)`)
    } catch (error) {
      failed.push(name)
      console.log(`FAILED  ${name} (${secondsSince(beganMs)} s)`)
      console.error(error)
    }
  }
  const kept = proofs.length - failed.length
  console.log(`${kept} of ${proofs.length} proofs hold, in ${secondsSince(startedMs)} s.`)
  return failed.length === 0
}

const secondsSince = (beganMs: number) => ((performance.now() - beganMs) / 1_000).toFixed(1)
