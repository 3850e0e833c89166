import { require } from '../proof/proof.ts'
import { downloadImage, type UploadAnswer, uploadImage } from '../site/image-client.ts'
import { runPictoglyph } from '../site/run-pictoglyph.ts'
import type { Credentials, RunningSite } from '../site/running-site.ts'
import { sampleImage, sha256Of } from '../site/sample-image.ts'

type Uploader = Pick<Credentials, 'apiKey' | 'categoryId'>

/** Images that end, others of the same bytes that stay, and what their clients know of them. */
interface EndingImages {
  /** Uploads a picture that ends after a second. @throws when there is no answer */
  sendEnding(site: RunningSite, seed: number): Promise<UploadAnswer>
  /** Uploads the same picture without an end: of the same owner, or of another one. @throws when there is no answer */
  sendLasting(site: RunningSite, seed: number, by?: 'owner' | 'other'): Promise<UploadAnswer>
  /** Of pictures whose image is about to end. */
  endingNow(): number[]
  /** Waits until all have ended that end. */
  ended(): Promise<void>
  readonly counts: { ending: number; lasting: number; unanswered: number }
  /** Pictures that an image stays of. */
  lastingPictures(): ReadonlySet<number>
  /** @throws unless all that ended is gone from every address, and all that stays is there with its bytes */
  requireRight(site: RunningSite): Promise<void>
}

const lifetimeMs = 1_000
const nearMs = 150
/** So many of the last are looked at each time. */
const lookedAt = 100

export function createEndingImages(owner: Uploader, other: Uploader): EndingImages {
  const ending = new Map<string, { seed: number; endsAtMs: number }>()
  const lasting = new Map<string, number>()
  const counts = { ending: 0, lasting: 0, unanswered: 0 }

  async function send(
    site: RunningSite,
    seed: number,
    by: Uploader,
    expiresIn: string,
  ): Promise<UploadAnswer> {
    try {
      return await uploadImage(site, by, sampleImage(seed), { fields: { expiresIn } })
    } catch (error) {
      counts.unanswered += 1
      throw error
    }
  }

  return {
    counts,
    lastingPictures: () => new Set(lasting.values()),
    async sendEnding(site, seed) {
      const answer = await send(site, seed, owner, `${lifetimeMs / 1_000}s`)
      if (answer.status === 200 && answer.endsAtMs !== null) {
        ending.set(answer.id ?? '', { seed, endsAtMs: answer.endsAtMs })
        counts.ending += 1
      }
      return answer
    },
    async sendLasting(site, seed, by = 'owner') {
      // Without an answer it may or may not have been kept from its end.
      const mine = [...ending].filter(([, one]) => by === 'owner' && one.seed === seed)
      for (const [id] of mine) ending.delete(id)
      const answer = await send(site, seed, by === 'owner' ? owner : other, '')
      if (answer.status === 200) {
        require(answer.endsAtMs === null, `The image ${answer.id} was to stay, and ends.`)
        lasting.set(answer.id ?? '', seed)
        counts.lasting += 1
        for (const [id, one] of mine) if (id !== answer.id) ending.set(id, one)
      }
      return answer
    },
    endingNow: () =>
      [...ending.values()]
        .filter(({ endsAtMs }) => Math.abs(endsAtMs - Date.now()) < nearMs)
        .map(({ seed }) => seed),
    async ended() {
      const lastMs = Math.max(0, ...[...ending.values()].map(({ endsAtMs }) => endsAtMs))
      if (lastMs >= Date.now()) await Bun.sleep(lastMs - Date.now() + 1)
    },
    async requireRight(site) {
      await this.ended()
      const ended = [...ending.keys()].slice(-lookedAt)
      const paths = ended.flatMap((id) => [`/i/${id}`, `/i/${id}/thumbnail`, `/p/${id}`])
      await Promise.all(
        paths.map(async (path) => {
          const { status } = await fetch(site.urls.images + path, { redirect: 'manual' })
          require(status === 404, `${path} of an image that has ended is answered ${status}.`)
        }),
      )
      for (const [id, seed] of [...lasting].slice(-lookedAt)) {
        const bytes = await downloadImage(site, id)
        require(bytes !== undefined && sha256Of(bytes) === sha256Of(sampleImage(seed)), () =>
          `The image ${id}, which stays, lost its bytes.\n${site.log().slice(-2_000)}`)
      }
    },
  }
}

/** Another account, with a key. */
export async function addUploader(dataDirectory: string, categoryId: string): Promise<Uploader> {
  const made = await runPictoglyph(dataDirectory, ['user', 'add', 'other', '--json'])
  require(made.exitCode === 0, made.stderr)
  const words = ['key', 'create', '--user', 'other', '--permission', 'images:upload', '--json']
  const { stdout, stderr } = await runPictoglyph(dataDirectory, words)
  require(stdout !== '', stderr)
  return { apiKey: (JSON.parse(stdout) as { key: string }).key, categoryId }
}
