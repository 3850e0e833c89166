import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** A server that was started as a child process of this one. */
export interface ServiceProcess extends AsyncDisposable {
  readonly pid: number
  readonly hasExpired: boolean
  /** Sends a signal and waits for the process to end; after 10 s it is killed. No error when it has ended. */
  stop(signal?: NodeJS.Signals): Promise<void>
  signal(signal: NodeJS.Signals): void
  /**
   * Resolves once `isReady` says so; that it throws is taken for a no.
   * @throws with the end of the log, when the process ends or 60 s pass
   */
  whenReady(isReady: () => Promise<boolean>): Promise<void>
}

const killedAfterMs = 10_000
const readyWithinMs = 60_000
const askedEveryMs = 100

/**
 * Starts a server; its output goes to the end of the file `log`. It is killed when this process dies without
 * having stopped it.
 * @param options.user runs it as this user and group; only root can
 */
export function startProcess(options: {
  name: string
  command: string[]
  log: string
  user?: string | undefined
}): ServiceProcess {
  const { name, command, log, user } = options
  const output = openSync(log, 'a')
  const child = Bun.spawn(['setpriv', '--pdeathsig=KILL', ...asUser(user), '--', ...command], {
    stdin: 'ignore',
    stdout: output,
    stderr: output,
    // In a group of its own, so that Ctrl-C in a terminal reaches it only through us, in order.
    detached: true,
  })
  closeSync(output)

  const hasExpired = () => child.exitCode !== null || child.signalCode !== null

  async function stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (hasExpired()) return
    child.kill(signal)
    const killing = setTimeout(() => child.kill('SIGKILL'), killedAfterMs)
    await child.exited
    clearTimeout(killing)
  }

  return {
    pid: child.pid,
    get hasExpired() {
      return hasExpired()
    },
    stop,
    signal: (signal) => child.kill(signal),
    async whenReady(isReady) {
      const deadline = performance.now() + readyWithinMs
      let refusal: unknown
      const isReadyNow = () =>
        isReady().catch((error: unknown) => {
          refusal = error
          return false
        })
      while (!(await isReadyNow())) {
        if (hasExpired() || performance.now() > deadline) {
          const fate = hasExpired()
            ? 'ended while starting'
            : `was not ready within ${readyWithinMs / 1000} s`
          throw new Error(`${name} ${fate}:\n${await endOf(log)}`, { cause: refusal })
        }
        await Bun.sleep(askedEveryMs)
      }
    },
    [Symbol.asyncDispose]: () => stop(),
  }
}

/** Runs a command to its end and gives its output. @throws with all it wrote when it fails */
export async function runCommand(command: string[], user?: string): Promise<string> {
  const asOther = user === undefined ? [] : ['setpriv', ...asUser(user), '--']
  const run = Bun.spawn([...asOther, ...command], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [output, messages] = await Promise.all([
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
  ])
  if ((await run.exited) !== 0) throw new Error(`${command.join(' ')} failed:\n${output}${messages}`)
  return output
}

const asUser = (user: string | undefined) =>
  user === undefined ? [] : [`--reuid=${user}`, `--regid=${user}`, '--clear-groups']

async function endOf(log: string): Promise<string> {
  return (await readFile(log, 'utf8')).split('\n').slice(-20).join('\n')
}
