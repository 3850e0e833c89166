import { join } from 'node:path'
import { runPictoglyph } from '../site/run-pictoglyph.ts'
import { startSite } from '../site/running-site.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'
import { openLoopDisk } from './loop-disk.ts'

/**
 * A disk that is full to its end, on which the server is started again: the operator is told that it is full and what
 * to do, not to restore a backup of a healthy site; once there is room, the site is as it was.
 * @throws if it is not so
 */
export async function proveRestartedOnFullDisk(): Promise<string> {
  await using disk = await openLoopDisk('ext4', 64)
  await using elsewhere = await temporaryDirectory()
  const dataDirectory = join(disk.path, 'site')
  {
    await using _site = await startSite({ dataDirectory })
  }
  const makeRoom = await disk.fillUp()
  const { exitCode, stderr } = await runPictoglyph(dataDirectory, ['serve'])
  if (exitCode === 0 || !/the disk is full.*make room.*Do not restore/s.test(stderr)) {
    throw new Error(`on a full disk "serve" ended with ${exitCode} and said: ${stderr}`)
  }
  await makeRoom()
  const backup = join(elsewhere.path, 'backup')
  for (const words of [['user', 'list'], ['fsck'], ['backup', backup]]) {
    const later = await runPictoglyph(dataDirectory, words)
    if (later.exitCode !== 0) throw new Error(`"${words.join(' ')}" failed afterwards: ${later.stderr}`)
  }
  return 'it says that the disk is full and what to do; with room again the site is as it was'
}
