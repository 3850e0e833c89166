import { join } from 'node:path'
import { uploadImage } from '../site/image-client.ts'
import { runPictoglyph } from '../site/run-pictoglyph.ts'
import { startSite } from '../site/running-site.ts'
import { sampleImage } from '../site/sample-image.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'
import { openLoopDisk } from './loop-disk.ts'

const maxUploads = 2_000

/**
 * A disk that uploads have filled, large ones and then small ones, with rows and pictures on it: what an operator
 * does then still works, and loses nothing.
 * @throws if it does not
 */
export async function proveFilledByUploads(): Promise<string> {
  await using disk = await openLoopDisk('ext4', 32)
  await using elsewhere = await temporaryDirectory()
  const dataDirectory = join(disk.path, 'site')
  await using site = await startSite({ dataDirectory })
  let taken = 0
  for (const sizeBytes of [1_000_000, 10_000]) {
    for (;;) {
      const { status } = await uploadImage(site, site.credentials!, sampleImage(taken, sizeBytes))
      if (status === 500) break
      if (status !== 200 || taken > maxUploads) throw new Error(`upload ${taken} was answered ${status}`)
      taken += 1
    }
  }
  const backup = join(elsewhere.path, 'backup')
  for (const words of [['user', 'add', 'bob'], ['gc'], ['backup', backup, '--json'], ['fsck', '--json']]) {
    const { exitCode, stderr } = await runPictoglyph(dataDirectory, words)
    if (exitCode !== 0) throw new Error(`"${words.join(' ')}" ended with ${exitCode}: ${stderr}`)
  }
  return `${taken} uploads taken; users are added, garbage is collected and a backup is made`
}
