import { readFile } from 'node:fs/promises'

/**
 * Waits until a process has ended, whether or not its parent has collected its status.
 * @throws if the process still runs after ten seconds
 */
export async function ended(pid: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    // The name before the state is in brackets, and may hold any character (proc_pid_stat(5)).
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') X')
    if (/^[XZ]/.test(stat.slice(stat.lastIndexOf(')') + 2))) return
    await Bun.sleep(50)
  }
  throw new Error(`Process ${pid} still runs.`)
}
