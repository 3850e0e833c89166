import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { require } from '../proof/proof.ts'
import { requirePrograms } from '../services/packages.ts'
import { downloadImage, uploadImage } from '../site/image-client.ts'
import { type CommandResult, cleanEnvironment, mainPath, runPictoglyph } from '../site/run-pictoglyph.ts'
import { startSite } from '../site/running-site.ts'
import { sampleImage } from '../site/sample-image.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'
import { openLoopDisk } from './loop-disk.ts'

/** Debian's `no one`. */
const nobody = 65_534
/** As that user, who may read what root may, such as this program, and write nothing of root's. */
const asNobody = [
  'setpriv',
  `--reuid=${nobody}`,
  `--regid=${nobody}`,
  '--clear-groups',
  '--inh-caps=+dac_read_search',
  '--ambient-caps=+dac_read_search',
]

/**
 * A disk that something else fills to the last byte: the operator deletes, collects garbage and starts the server
 * again, and is told to restore nothing.
 * @throws if one of that does not work
 */
export async function proveFullToTheEnd(): Promise<string> {
  await using disk = await openLoopDisk('ext4', 224)
  const dataDirectory = join(disk.path, 'site')
  const reserve = join(dataDirectory, 'pictoglyph.db-reserve')
  const fillers: (() => Promise<void>)[] = []
  const fillUp = () => fillers.push(disk.fillUp(`filler-${fillers.length}`))
  const command = (...words: string[]) => runPictoglyph(dataDirectory, words)
  let site = await startSite({ dataDirectory, services: 'images,text' })
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(() => site.kill())
  const credentials = site.credentials!
  const ids: string[] = []
  for (let seed = 0; seed < 4; seed++) {
    const { id } = await uploadImage(site, credentials, sampleImage(seed, 1_000_000))
    ids.push(id ?? '')
  }
  const [first = '', second = '', third = '', kept = ''] = ids
  succeeded(await command('image', 'delete', second, third))
  await until(() => existsSync(reserve))

  fillUp()
  const refused = await uploadImage(site, credentials, sampleImage(9, 100_000))
  require(refused.code === 'STORAGE_FAILED', `an upload was answered ${refused.status}`)
  const text = await fetch(`${site.urls.text}/readyz`)
  require(text.status === 200, `text, which needs no room, is ${text.status}`)
  succeeded(await command('image', 'delete', '--for-good', first))
  require(!existsSync(reserve), 'the reserve was not given up')

  fillUp()
  await until(() => site.log().includes('SQLITE_FULL') || site.log().includes('disk is full'))
  await site.kill()
  await Promise.all(fillers.splice(0).map((makeRoom) => makeRoom()))
  site = await startSite({ dataDirectory })
  await until(() => existsSync(reserve))
  await site.stop()

  fillUp()
  succeeded(await command('gc', '--deleted-for', '0s', '--delay', '0s'))
  site = await startSite({ dataDirectory })
  require((await downloadImage(site, kept)) !== undefined, 'a picture could not be read')
  await site.stop()

  fillUp()
  await rm(reserve, { force: true })
  fillUp()
  const { exitCode, stderr } = await command('serve')
  require(exitCode === 1 && stderr.includes('the disk is full, and the rows are whole: make room'), stderr)
  require(stderr.includes('Do not restore a backup'), stderr)
  await Promise.all(fillers.map((makeRoom) => makeRoom()))
  succeeded(await command('fsck'))
  return 'pictures are deleted for good, garbage is collected, the server starts; no backup is asked for'
}

/**
 * A backup that root restores into the folder of another user: root is told of it, the server says whose the files
 * are, and what root was told to do puts it right.
 * @throws if one of that is not so
 */
export async function proveRestoredByRoot(): Promise<string> {
  await using directory = await temporaryDirectory()
  await chmod(directory.path, 0o755)
  const backup = join(directory.path, 'backup')
  const dataDirectory = join(directory.path, 'site')
  {
    await using site = await startSite({ dataDirectory })
    await uploadImage(site, site.credentials!, sampleImage(1))
  }
  succeeded(await runPictoglyph(dataDirectory, ['backup', backup]))
  await rm(dataDirectory, { recursive: true })
  await mkdir(dataDirectory)
  await chown(dataDirectory, nobody, nobody)

  const restored = succeeded(await runPictoglyph(dataDirectory, ['restore', backup]))
  const advice = /^.*the restored files belong to root.*: (chown .*)$/m.exec(restored.stderr)?.[1]
  require(advice !== undefined, `root was told: ${restored.stderr}`)
  const environment = { HOME: dataDirectory }
  const told = await failedStart(dataDirectory, environment)
  require(/belongs to uid 0, this runs as uid \d+: chown -R/.test(told), told)
  require(told.includes('chown') && !told.includes('restore the last backup'), told)

  const put = Bun.spawnSync(['sh', '-c', advice])
  require(put.exitCode === 0, `"${advice}" ended with ${put.exitCode}`)
  await using site = await startSite({ dataDirectory, environment, under: asNobody })
  const ready = await fetch(`${site.urls.images}/readyz`)
  require(ready.status === 200, `readiness is ${ready.status}`)
  return `"${advice.replace(/ \/.*/, ' …')}" puts it right`
}

async function failedStart(dataDirectory: string, environment: Record<string, string>): Promise<string> {
  try {
    await using _ = await startSite({ dataDirectory, environment, under: asNobody })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  throw new Error('A server started on files of root.')
}

/**
 * A disk that can't be read under the rows, and rows that are damaged: each is told as what it is, and only damage
 * asks for a backup.
 * @throws if one of that is not so
 */
export async function proveFailingDiskAndDamage(): Promise<string> {
  await requirePrograms({ strace: 'strace' })
  await using directory = await temporaryDirectory()
  const dataDirectory = join(directory.path, 'site')
  const path = join(dataDirectory, 'pictoglyph.db')
  {
    await using site = await startSite({ dataDirectory })
    await site.stop()
  }
  const unreadable = ['strace', '-f', '-qq', '-o', '/dev/null', '-P', path, '-e', 'inject=pread64:error=EIO']
  const failing = await told([...unreadable, process.execPath, mainPath, 'user', 'list'], dataDirectory)
  require(failing.includes('the disk may be failing'), failing)
  require(!failing.includes('restore the last backup'), failing)

  const file = await open(path, 'r+')
  await file.write(new Uint8Array(2_000).fill(0x41), 0, 2_000, 100)
  await file.close()
  const damaged = await told([process.execPath, mainPath, 'user', 'list'], dataDirectory)
  require(damaged.includes('the file is damaged: keep it, and restore the last backup'), damaged)
  return '"the disk may be failing"; "the file is damaged: keep it, and restore the last backup"'
}

/** What a command that fails says on standard error. */
async function told(command: string[], dataDirectory: string): Promise<string> {
  const child = Bun.spawn(command, {
    env: cleanEnvironment({ PICTOGLYPH_DATA_DIR: dataDirectory }),
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const text = await new Response(child.stderr).text()
  require((await child.exited) === 1, `it ended with ${child.exitCode}: ${text}`)
  return text
}

function succeeded(result: CommandResult): CommandResult {
  require(result.exitCode === 0, `it ended with ${result.exitCode}: ${result.stderr}`)
  return result
}

async function until(holds: () => boolean): Promise<void> {
  const deadlineMs = performance.now() + 20_000
  while (!holds()) {
    require(performance.now() < deadlineMs, 'it took too long')
    await Bun.sleep(50)
  }
}
