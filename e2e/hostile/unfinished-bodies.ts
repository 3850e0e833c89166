import { beginBody } from '@pictoglyph/text/test/unfinished-body'
import { require } from '../proof/proof.ts'
import { startUnlimitedSite } from '../site/unlimited-site.ts'
import { processFigures } from './process-figures.ts'

const connections = 60
const announcedBytes = 2_500_000
const sentBytes = 2_400_000
/** What one caller may have arriving at once. */
const maxBytesOfOne = 32 * 1024 * 1024
/** Beside the bytes themselves: connections, answers, what the collector has not seen to yet. */
const maxBesidesMib = 64

/** Large bodies that are begun and never ended must not fill the memory, nor keep small ones out. @throws if they do */
export async function proveUnfinishedBodies(): Promise<string> {
  await using site = await startUnlimitedSite({ services: 'text' })
  await requireAnswer(site.urls.text)
  const before = processFigures(site.pid).residentMib
  await using begun = new AsyncDisposableStack()
  const port = Number(new URL(site.urls.text).port)
  const bodies = await Promise.all(
    Array.from({ length: connections }, async () =>
      begun.use(await beginBody(port, { announcedBytes, sentBytes })),
    ),
  )
  const refused = () => bodies.filter(({ isAnswered }) => isAnswered).length
  const minRefused = connections - Math.floor(maxBytesOfOne / sentBytes)
  while (refused() < minRefused) await Bun.sleep(50)
  await requireAnswer(site.urls.text)
  const grownMib = processFigures(site.pid).residentMib - before
  const maxMib = maxBytesOfOne / 1_048_576 + maxBesidesMib
  require(grownMib < maxMib, `${connections} unfinished bodies hold ${Math.round(grownMib)} MiB.`)
  return `${connections} connections with ${sentBytes} of ${announcedBytes} bytes: ${refused()} refused, ${Math.round(grownMib)} MiB more`
}

async function requireAnswer(textUrl: string): Promise<void> {
  const answer = await fetch(`${textUrl}/api/public/encrypt`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text: 'a', charsetId: 'roar', algorithmId: 'classic' }),
  })
  require(answer.status === 200, `A small request was answered ${answer.status}.`)
}
