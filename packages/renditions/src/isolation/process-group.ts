import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'

/** Option for `Bun.spawn`: the process leads a group of its own. */
export const ownGroup = { detached: true } as const

/**
 * Kills a process that leads its group, with everything it has started. If only bubblewrap's first process is killed
 * before it has met its second, the second waits for ever and keeps its output open.
 */
export function killGroup({ pid }: { pid: number }): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH') throw error
  }
}
