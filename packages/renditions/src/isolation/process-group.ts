import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'

/** Lets a process lead a group of its own: an option for `Bun.spawn`. */
export const ownGroup = { detached: true } as const

/**
 * Kills a process that leads its group, with everything it has started. Bubblewrap's second process waits for ever,
 * and holds its output open, when only the first is killed before both have met.
 */
export function killGroup({ pid }: { pid: number }): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH') throw error
  }
}
