import { require } from '../proof/proof.ts'
import type { RunningSite } from '../site/running-site.ts'
import { openUploadConnection, type UploadConnection, uploadHead } from './upload-connection.ts'

/** As many as the images service receives of one key at once. */
const maxOfOneKey = 80
const refusedWithinMs = 1_000
const noticedWithinMs = 5_000

interface EarlyRefusal {
  status: number
  retryAfter: string | null
  code: string
  /** How long uploads were refused after the ones in flight had gone. */
  freedAfterMs: number
}

/**
 * Keeps every place that one key has for uploads taken with bodies that do not come, and asks for one more without a byte of its
 * body: the answer can't have waited for it.
 */
export async function refuseBeforeBody(site: RunningSite): Promise<EarlyRefusal> {
  const { apiKey } = site.credentials!
  const held: UploadConnection[] = []
  const headAlone = () => [uploadHead(apiKey, 10_000_000)]
  try {
    for (let count = 0; count < maxOfOneKey; count++) {
      const connection = await openUploadConnection(site.urls.images)
      // It gets no answer before it is closed.
      void connection.request(headAlone()).catch(() => undefined)
      held.push(connection)
    }
    const { status, retryAfter, body } = await untilRefused(site, headAlone)
    for (const connection of held.splice(0)) connection.close()
    const freedAfterMs = await untilFree(site, headAlone)
    const { error } = JSON.parse(body) as { error: { code: string } }
    return { status, retryAfter, code: error.code, freedAfterMs }
  } finally {
    for (const connection of held) connection.close()
  }
}

/** The held ones may still be on their way in when the first is asked for. */
async function untilRefused(site: RunningSite, head: () => Uint8Array[]) {
  const deadlineMs = performance.now() + noticedWithinMs
  for (;;) {
    const answer = await answerWithin(site, head, refusedWithinMs)
    if (answer !== undefined) return answer
    require(performance.now() < deadlineMs, 'An upload beyond the bound was not refused before its body.')
  }
}

async function untilFree(site: RunningSite, head: () => Uint8Array[]): Promise<number> {
  const beganMs = performance.now()
  while ((await answerWithin(site, head, 100)) !== undefined) {
    require(performance.now() - beganMs <
      noticedWithinMs, 'Uploads whose clients have gone keep their places.')
  }
  return performance.now() - beganMs
}

async function answerWithin(site: RunningSite, head: () => Uint8Array[], withinMs: number) {
  const connection = await openUploadConnection(site.urls.images)
  const answer = connection.request(head()).catch(() => undefined)
  const first = await Promise.race([answer, Bun.sleep(withinMs)])
  connection.close()
  return first ?? undefined
}
