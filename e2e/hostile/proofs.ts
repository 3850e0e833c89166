import type { Proof } from '../proof/proof.ts'
import { proveDescribedRequests } from './described-requests.ts'
import { proveMutatedImages } from './mutated-images.ts'
import { proveSlowClients } from './slow-clients.ts'
import { proveUnfinishedBodies } from './unfinished-bodies.ts'

/** An answer takes no longer: the long form has the machine to itself, the short one shares it. */
const maxMs = { long: 1_000, short: 10_000 }

export const hostileProofs: readonly Proof[] = [
  {
    name: 'damaged images',
    async run(form) {
      const figures = await proveMutatedImages(
        form === 'long' ? 50_000 : 2_000,
        Date.now() & 0xff_ff,
        maxMs[form],
      )
      const { sent, stored, refused, slowestMs, grownMib } = figures
      return `${sent} sent, ${stored} stored, ${refused} refused, none failed; slowest ${slowestMs} ms; ${grownMib} MiB more at the end`
    },
  },
  { name: 'slow clients', run: proveSlowClients },
  { name: 'unfinished bodies', run: proveUnfinishedBodies },
  {
    name: 'random requests after the descriptions',
    async run(form) {
      const figures = await proveDescribedRequests(form === 'long' ? 5_000 : 300, maxMs[form])
      return figures.map(({ service, sent, statuses }) => `${service}: ${sent} (${statuses})`).join('; ')
    },
  },
]
