import { readFileSync } from 'node:fs'

const lookedAtEveryMs = 1_000
const shells = /^(sh|dash|bash|ash|busybox)$/
/** SIGHUP and SIGINT in the bits of `/proc/PID/status`. */
const hangUpOrInterrupt = 0b11n

/**
 * Resolves when the npm that started this process has ended. `npx pictoglyph serve` is npm, which starts a shell, which
 * starts this process. The shell does not pass on SIGTERM, so without this the server would outlive npx.
 *
 * It applies if npm is the parent, or the grandparent behind a shell. It does not apply to a background process, by
 * `nohup` or `&` in a script: those ignore SIGHUP or SIGINT, which Node never lets a child inherit. It reads Linux's
 * `/proc`, and without it never resolves.
 */
export function npmHasEnded(): Promise<'npm ended'> {
  const { promise, resolve } = Promise.withResolvers<'npm ended'>()
  const ancestors = ancestorsUpToNpm()
  if (ancestors === undefined) return promise
  const timer = setInterval(() => {
    const isThere =
      process.ppid === ancestors.parent &&
      (ancestors.grandparent === undefined || parentOf(ancestors.parent) === ancestors.grandparent)
    if (isThere) return
    clearInterval(timer)
    resolve('npm ended')
  }, lookedAtEveryMs)
  timer.unref()
  return promise
}

/** The grandparent counts only behind a shell. */
function ancestorsUpToNpm(): { parent: number; grandparent: number | undefined } | undefined {
  if (isDetached()) return undefined
  const parent = process.ppid
  const name = nameOf(parent)
  if (name === undefined) return undefined
  // npm's own parent may change: the process that started it can end first.
  if (isNpm(name)) return { parent, grandparent: undefined }
  const grandparent = parentOf(parent)
  if (!shells.test(name) || grandparent === undefined) return undefined
  return isNpm(nameOf(grandparent) ?? '') ? { parent, grandparent } : undefined
}

/** npm shows its command in its name: `npm start`, `npm exec pictoglyph …`. */
const isNpm = (name: string) => name === 'npm' || name.startsWith('npm ')

function isDetached(): boolean {
  const ignored = /^SigIgn:\s*([0-9a-f]+)/m.exec(read('/proc/self/status') ?? '')?.[1]
  return ignored === undefined || (BigInt(`0x${ignored}`) & hangUpOrInterrupt) !== 0n
}

function nameOf(pid: number): string | undefined {
  return read(`/proc/${pid}/comm`)?.trimEnd()
}

function parentOf(pid: number): number | undefined {
  const parent = /^PPid:\s*(\d+)/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1]
  return parent === undefined ? undefined : Number(parent)
}

/** `undefined` if there is no such process, or no `/proc`. */
function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
