import { createSemaphore } from '@pictoglyph/site/admission/semaphore'
import type { FileScanner, ScanVerdict } from '@pictoglyph/site/site-ports'
import { contentOf } from '../file-content.ts'
import { type CommandIsolation, isolateNetworkClient, notIsolated } from '../isolation/bubblewrap.ts'
import { killGroup, ownGroup } from '../isolation/process-group.ts'
import { messageOf } from '../message-of.ts'

/** The scanner's command, its limits and its isolation. */
export interface CommandScannerOptions {
  /** The program and its arguments. It reads a file from standard input; its exit code is the verdict. */
  command: readonly string[]
  /** Folders that the command can't reach. */
  hidden: readonly string[]
  /** Processes at a time; 2 by default. */
  atOnce?: number
  /** Files that may wait for a process; further scans fail. 64 by default. */
  maxWaiting?: number
  /** Time for each file, from the start of its process; 30 seconds by default. */
  timeMs?: number
  /** The path of `bwrap`, or `null` to run without it. By default it is searched for. */
  bubblewrap?: string | null
  /** Whether scans fail if isolation does not work; false by default. */
  isIsolationRequired?: boolean
  /** Called with the reason if a scan gives no verdict. */
  onFailure: (reason: string) => void
  /** Called once with the reason why the command is not isolated, or `undefined` if it is. */
  onIsolation?: (reasonAgainst: string | undefined) => void
}

/** The command's exit code 1 inside bubblewrap, which itself may exit with 1. */
const infectedApart = 113
const apart = `"$@"; code=$?; case $code in 1) exit ${infectedApart};; ${infectedApart}) exit 2;; *) exit $code;; esac`
/** No core dump, and at most twice the time on the processor. */
const limited = 'ulimit -c 0; ulimit -t "$1"; shift; exec "$@"'
/** Contains nothing of the server's environment. */
const environment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C.UTF-8',
}

/**
 * Creates a scanner that runs a command on each file. Exit code 0 accepts the file, 1 means infected, and anything
 * else, such as a timeout, is a failure. With bubblewrap, the command can't reach `hidden` folders, other processes
 * or new privileges, and can write only to an empty `/tmp`.
 * @example createCommandScanner({ command: ['clamdscan', '-'], hidden: [dataDirectory], onFailure: log })
 */
export function createCommandScanner(options: CommandScannerOptions): FileScanner & {
  /** The reason why the command is not isolated; `undefined` if it is. */
  readonly reasonAgainstIsolation: Promise<string | undefined>
  close(): Promise<void>
} {
  const { command, hidden, timeMs = 30_000, onFailure } = options
  const semaphore = createSemaphore({ permits: options.atOnce ?? 2, maxWaiting: options.maxWaiting ?? 64 })
  const closing = new AbortController()
  const running = new Set<Promise<unknown>>()
  const isolation = findIsolation()

  async function findIsolation(): Promise<{ commandIsolation: CommandIsolation; reasonAgainst?: string }> {
    try {
      const commandIsolation = isolateNetworkClient(hidden, options.bubblewrap)
      const trial = Bun.spawn([...commandIsolation.command, '/bin/sh', '-c', 'exit 0'], {
        env: environment,
        cwd: '/',
        stdio: ['ignore', 'ignore', 'ignore'],
      })
      if ((await trial.exited) !== 0) throw new Error('bwrap does not work here.')
      options.onIsolation?.(undefined)
      return { commandIsolation }
    } catch (error) {
      const reasonAgainst = messageOf(error)
      options.onIsolation?.(reasonAgainst)
      return { commandIsolation: notIsolated, reasonAgainst }
    }
  }

  async function scanNow(file: Parameters<FileScanner['scan']>[0]): Promise<ScanVerdict> {
    const { commandIsolation, reasonAgainst } = await isolation
    if (reasonAgainst !== undefined && options.isIsolationRequired) return failed(reasonAgainst)
    const { command: wrapped } = commandIsolation
    const isApart = wrapped.length > 0
    const inside = isApart ? ['/bin/sh', '-c', apart, 'apart', ...command] : command
    const limit = ['/bin/sh', '-c', limited, 'limited', String(Math.ceil(timeMs / 1000) * 2)]
    const stopped = new AbortController()
    const scanner = Bun.spawn([...limit, ...wrapped, ...inside], {
      ...ownGroup,
      env: environment,
      cwd: '/',
      stdio: [contentOf(file, stopped.signal), 'ignore', 'ignore'],
    })
    let isOutOfTime = false
    const kill = () => killGroup(scanner)
    const timer = setTimeout(() => {
      isOutOfTime = true
      kill()
    }, timeMs)
    closing.signal.addEventListener('abort', kill)
    if (closing.signal.aborted) kill()
    try {
      await scanner.exited
    } finally {
      stopped.abort()
      clearTimeout(timer)
      closing.signal.removeEventListener('abort', kill)
    }
    if (scanner.exitCode === 0) return 'clean'
    if (scanner.exitCode === (isApart ? infectedApart : 1)) return 'infected'
    const end = scanner.signalCode ?? `the code ${scanner.exitCode}`
    return failed(isOutOfTime ? `It took more than ${timeMs} ms.` : `It ended with ${end}.`)
  }

  function failed(reason: string): ScanVerdict {
    if (!closing.signal.aborted) onFailure(reason)
    return 'failed'
  }

  return {
    reasonAgainstIsolation: isolation.then(({ reasonAgainst }) => reasonAgainst),
    async scan(file) {
      using permit = await semaphore.acquire()
      if (permit === undefined) return failed('Too many files wait for it.')
      const work = scanNow(file)
      running.add(work)
      try {
        return await work
      } catch (error) {
        return failed(messageOf(error))
      } finally {
        running.delete(work)
      }
    },
    async close() {
      closing.abort()
      semaphore.close()
      await Promise.allSettled([...running, isolation])
    },
  }
}
