import { hostname } from 'node:os'
import { systemErrorCode } from '../system-error-code.ts'

/** Longer than any upload is silent. A file of another machine that is older belongs to nobody. */
const abandonedMs = 60 * 60 * 1000

/** Processes are known by their number on one machine, or in one container; directories may be shared by several. */
const machine = Bun.hash(hostname()).toString(36)

/** A new name for a staged file, `machine-process-random`, that tells who is receiving it. */
export function nextStagedName(): string {
  return `${machine}-${process.pid}-${crypto.randomUUID()}`
}

/**
 * Whether nobody is receiving the file of that name any more: its process has ended, or is this one, which asks
 * before it receives anything. Where that can't be told, the time decides.
 * @param lastWrittenMs when the file was last written, in milliseconds since the epoch
 */
export function isAbandoned(name: string, lastWrittenMs: number): boolean {
  const [, host, pid] = /^([0-9a-z]+)-([0-9]+)-/.exec(name) ?? []
  if (host === machine && (Number(pid) === process.pid || hasEnded(Number(pid)))) return true
  return lastWrittenMs < Date.now() - abandonedMs
}

function hasEnded(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return systemErrorCode(error) === 'ESRCH'
  }
}
