import type { Proof } from '../proof/proof.ts'
import { startUnlimitedSite } from '../site/unlimited-site.ts'
import { proveBursts } from './bursts.ts'
import { proveGracefulStop } from './graceful-stop.ts'
import { refuseBeforeBody } from './refusal-before-body.ts'
import { proveOverload } from './sustained-overload.ts'

export const overloadProofs: readonly Proof[] = [
  { name: 'overload', run: proveOverload },
  {
    name: 'refusal before the body',
    async run() {
      await using site = await startUnlimitedSite({ services: 'images' })
      const { status, code, retryAfter, freedAfterMs } = await refuseBeforeBody(site)
      if (status !== 503 || retryAfter === null) throw new Error(`It was answered ${status} ${code}.`)
      return `${status} ${code} with Retry-After: ${retryAfter}; places are free ${Math.round(freedAfterMs)} ms after their clients have gone`
    },
  },
  { name: 'bursts on a starved processor', run: proveBursts },
  { name: 'graceful stop', run: proveGracefulStop },
]
