import { type Form, require } from '../proof/proof.ts'
import { downloadImage } from '../site/image-client.ts'
import { type RunningSite, startSite } from '../site/running-site.ts'
import { sampleImage, sha256Of } from '../site/sample-image.ts'
import { startUnlimitedSite } from '../site/unlimited-site.ts'
import { openUploadConnection, uploadRequest } from './upload-connection.ts'

const stops = { short: 2, long: 10 } as const satisfies Record<Form, number>
const clients = 24
const pieces = 4
const pieceEveryMs = 40
/** What was sent so shortly before may not have been accepted yet. */
const momentMs = 10
let seed = 80_000_000

/** Stops under uploads in all their stages: each that had begun is answered, and what was acknowledged stays. */
export async function proveGracefulStop(form: Form): Promise<string> {
  let acknowledged = 0
  let inFlight = 0
  for (let count = 0; count < stops[form]; count++) {
    await using site = await startUnlimitedSite({ services: 'images' })
    const figures = await stopUnderLoad(site, 300 + 37 * count)
    await using again = await startSite({ dataDirectory: site.dataDirectory })
    for (const [id, sha256] of figures.acknowledged) {
      const bytes = await downloadImage(again, id)
      require(bytes !== undefined && sha256Of(bytes) === sha256, `The acknowledged image ${id} was lost.`)
    }
    acknowledged += figures.acknowledged.size
    inFlight += figures.inFlight
  }
  return `${stops[form]} stops: ${inFlight} uploads in flight, all answered; ${acknowledged} acknowledged, 0 lost`
}

async function stopUnderLoad(site: RunningSite, afterMs: number) {
  const acknowledged = new Map<string, string>()
  const reset: string[] = []
  let stoppedMs = Number.POSITIVE_INFINITY
  let inFlight = 0

  async function client(): Promise<void> {
    while (performance.now() < stoppedMs) {
      const image = sampleImage(seed++, 40_000)
      let begunMs = 0
      try {
        const connection = await openUploadConnection(site.urls.images)
        const { head, body } = uploadRequest(site.credentials!, image)
        const whole = Buffer.concat([head, body])
        begunMs = performance.now()
        const { status, body: text } = await connection.request(inPieces(whole))
        connection.close()
        if (begunMs < stoppedMs && performance.now() > stoppedMs) inFlight += 1
        const { data } = JSON.parse(text) as { data?: { id: string } }
        if (status === 200 && data !== undefined) acknowledged.set(data.id, sha256Of(image))
        else if (status !== 503) reset.push(`status ${status}`)
      } catch (error) {
        // A connection that is made once it stops may be refused.
        if (begunMs !== 0 && begunMs < stoppedMs - momentMs) reset.push(String(error))
      }
    }
  }

  const work = Promise.all(Array.from({ length: clients }, client))
  await Bun.sleep(afterMs)
  stoppedMs = performance.now()
  const exitCode = await site.stop()
  await work
  require(exitCode === 0, `It ended with ${exitCode}.`)
  require(reset.length === 0, () => `${reset.length} uploads that had begun were not answered: ${reset[0]}`)
  require(inFlight > 0, 'No upload was in flight.')
  return { acknowledged, inFlight }
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const size = Math.ceil(bytes.length / pieces)
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size)
    await Bun.sleep(pieceEveryMs)
  }
}
