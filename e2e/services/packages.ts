import { existsSync } from 'node:fs'

let lastInstall: Promise<void> = Promise.resolve()

/**
 * Installs Debian packages where a program of theirs is missing. Their own daemons are not started.
 * @param wanted maps a program, by name or path, to the package that has it
 */
export function requirePrograms(wanted: Record<string, string>): Promise<void> {
  // One after the other: apt-get refuses to run twice at once.
  const install = lastInstall.then(() => installMissing(wanted))
  lastInstall = install.catch(() => undefined)
  return install
}

async function installMissing(wanted: Record<string, string>): Promise<void> {
  const missing = Object.keys(wanted).filter((program) => !isInstalled(program))
  if (missing.length === 0) return
  const packages = [...new Set(missing.map((program) => wanted[program]!))]
  if (process.getuid?.() !== 0 || Bun.which('apt-get') === null) {
    throw new Error(
      `Missing: ${missing.join(', ')}. Installing the Debian packages ${packages.join(', ')} needs apt-get and root.`,
    )
  }
  console.error(`Installing ${packages.join(', ')} ...`)
  await aptGet('update', '-qq')
  await aptGet('install', '-y', '-qq', '--no-install-recommends', ...packages)
  const stillMissing = missing.filter((program) => !isInstalled(program))
  if (stillMissing.length > 0) throw new Error(`Still missing after the install: ${stillMissing.join(', ')}.`)
}

const isInstalled = (program: string) =>
  program.startsWith('/') ? existsSync(program) : Bun.which(program) !== null

async function aptGet(...parameters: string[]): Promise<void> {
  // In run level 1, Debian's packages start no daemon after they are installed.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const run = Bun.spawn(['apt-get', ...parameters], {
    env,
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const messages = await new Response(run.stderr).text()
  if ((await run.exited) !== 0) throw new Error(`apt-get ${parameters[0]} failed:\n${messages}`)
}
