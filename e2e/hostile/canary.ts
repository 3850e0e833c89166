import { require } from '../proof/proof.ts'
import { downloadImage, uploadImage } from '../site/image-client.ts'
import type { RunningSite } from '../site/running-site.ts'
import { sampleImage, sha256Of } from '../site/sample-image.ts'

let seed = 40_000_000

/** Uploads an image and reads it back. @throws if the site does not do both as it should */
export async function sendCanary(site: RunningSite): Promise<void> {
  const bytes = sampleImage(seed++)
  const { status, id, code } = await uploadImage(site, site.credentials!, bytes)
  require(status === 200 && id !== undefined, () =>
    `A canary was answered ${status} ${code}.\n${site.log().slice(-2_000)}`)
  const read = await downloadImage(site, id)
  require(read !== undefined && sha256Of(read) === sha256Of(bytes), 'A canary came back with other bytes.')
}
