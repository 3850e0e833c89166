/*
 * Sets up and tests as the README says, on a fresh Debian 13 with nothing but Node and npm, as an ordinary user, in a
 * folder whose path has a space and letters beyond ASCII. Needs root on Debian. It leaves no process and no mount.
 */
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../house/markdown.ts'
import { atExit, exitWhenToldToStop } from '../site/at-exit.ts'
import { type Base, debianWith, exportRepository, reachPackages, shell } from './debian.ts'

const bare: Base = { name: 'bare', packages: ['ca-certificates'] }
const home = '/home/ü b'
const clone = `${home}/图/pictoglyph`
const limitMs = 20 * 60_000

/**
 * The shell stays process 1, which takes in what others leave behind, and ends with this program: what becomes another
 * user's no longer does.
 */
const commands = `
cd "$1"
setpriv --reuid=user --regid=user --init-groups env -i HOME="$0" USER=user PATH=/usr/local/bin:/usr/bin:/bin \
  sh -c 'npm ci && npm test' || exit 1`

exitWhenToldToStop()
const debian = await mkdtemp('/var/tmp/pictoglyph-fresh-')
atExit(() => rmSync(debian, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 }))
await shell([
  'cp',
  '-a',
  `${await debianWith('trixie', ['nodejs', 'npm'], { base: bare, finish })}/.`,
  debian,
])
await Bun.write(join(debian, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost ip6-localhost\n')
await reachPackages(debian, home)
await exportRepository(root, join(debian, clone))
await shell(['chroot', debian, 'chown', '-R', 'user:user', home])
const running = Bun.spawn(
  [join(import.meta.dir, 'boot'), debian, 'fresh', '/bin/bash', '-euc', commands, home, clone],
  { stdio: ['ignore', 'inherit', 'inherit'], timeout: limitMs, killSignal: 'SIGKILL' },
)
atExit(() => running.kill('SIGKILL'))
process.exit((await running.exited) === 0 ? 0 : 1)

/** Adds the user, and removes the Python that Debian's npm brings. */
async function finish(draft: string): Promise<void> {
  await shell(['chroot', draft, 'useradd', '--create-home', '--home-dir', home, 'user'])
  await shell(['chroot', draft, 'sh', '-c', 'rm /usr/bin/python3*'])
}
