import { type Form, require } from '../proof/proof.ts'
import type { RunningSite } from '../site/running-site.ts'
import { startUnlimitedSite } from '../site/unlimited-site.ts'
import { closedLoad, type LoadFigures, openLoad } from './offered-load.ts'

const times = 5
const seconds = { short: 8, long: 60 } as const satisfies Record<Form, number>
const connections = 64
/** What a site does again and again is compiled meanwhile; before, it takes half of what it can. */
const warmUpSeconds = 20
/** To refuse four of five takes up to a third of the processor, and what is left varies with the machine. */
const minGoodput = 0.5
const maxAdmittedMs = 3_000
const recoveredWithinMs = 10_000
/** What a site that is well answers at half its capacity. */
const wellMs = 250

/**
 * Five times what the site can take: it goes on taking what it can, refuses the rest at once, and recovers. The site
 * has a processor to itself, so that what the crowd costs is not taken from it.
 */
export async function proveOverload(form: Form): Promise<string> {
  await using site = await startUnlimitedSite({ services: 'images', under: ['taskset', '-c', '0'] })
  await closedLoad(site, warmUpSeconds, connections)
  const measureCapacity = async () =>
    requireSound(await closedLoad(site, Math.min(10, seconds[form] / 2), connections)).goodput
  const before = await measureCapacity()
  const overload = requireSound(await openLoad(site, seconds[form], before * times))
  const recoveryMs = await recovery(site, before / 2)
  const after = await measureCapacity()
  // A disk or a machine that is slower now than a moment ago is no fault of the overload.
  const share = overload.goodput / ((before + after) / 2)
  const figures =
    `capacity ${Math.round(before)}/s before and ${Math.round(after)}/s after; offered ${times} times that for ${seconds[form]} s: ` +
    `goodput ${share.toFixed(2)} of it, p99 of the admitted ${overload.p99Ms} ms, ` +
    `${overload.refused} refused with Retry-After; well again after ${(recoveryMs / 1_000).toFixed(1)} s`
  require(share >= minGoodput, `Goodput fell: ${figures}`)
  require(overload.p99Ms <= maxAdmittedMs, `Admitted uploads took too long: ${figures}`)
  return figures
}

function requireSound(figures: LoadFigures): LoadFigures {
  const { failures } = figures
  require(failures.length === 0, () => `${failures.length} uploads failed, the first with: ${failures[0]}`)
  return figures
}

/** @returns how long it took until a second of half the capacity was taken whole and quickly */
async function recovery(site: RunningSite, perSecond: number): Promise<number> {
  const beganMs = performance.now()
  for (;;) {
    const windowMs = performance.now()
    const { refused, p99Ms } = requireSound(await openLoad(site, 1, perSecond))
    if (refused === 0 && p99Ms <= wellMs) return windowMs - beganMs
    require(windowMs - beganMs <
      recoveredWithinMs, `It is not well again: ${refused} refused, p99 ${p99Ms} ms.`)
  }
}
