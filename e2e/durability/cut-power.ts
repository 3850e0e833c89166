import type { Subprocess } from 'bun'
import { type CommandResult, cleanEnvironment, mainPath } from '../site/run-pictoglyph.ts'
import type { RunningSite } from '../site/running-site.ts'
import type { LoopDisk } from './loop-disk.ts'

/** Commands that run next to a server, on the same disk. */
export interface Commands {
  /** Runs one to its end, which may be that of the machine. */
  run(words: readonly string[]): Promise<CommandResult>
  signal(name: NodeJS.Signals): void
}

export function createCommands(dataDirectory: string): Commands {
  const running = new Set<Subprocess>()
  return {
    async run(words) {
      const child = Bun.spawn([process.execPath, mainPath, ...words], {
        env: cleanEnvironment({ PICTOGLYPH_DATA_DIR: dataDirectory }),
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
        // In a group of its own, with the processes that it starts.
        detached: true,
      })
      running.add(child)
      const [stdout, stderr, exitCode] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
        child.exited,
      ])
      running.delete(child)
      return { exitCode, stdout, stderr }
    },
    signal(name) {
      for (const child of running) {
        if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, name)
      }
    },
  }
}

/** A client works until it is over, and bears that its last request gets no answer. */
export type Client = (isOver: () => boolean) => Promise<void>

/**
 * Lets clients work until a moment, and stops the machine with its disk. ext4 (Linux 6.18) can report success to a sync
 * that is under way while it is shut down, and a machine without power would answer nobody then. Ends with the disk
 * mounted again.
 */
export async function cutPowerUnder({
  site,
  disk,
  clients,
  commands,
  moment,
}: {
  site: RunningSite
  disk: LoopDisk
  clients: readonly Client[]
  commands?: Commands
  moment: Promise<unknown>
}): Promise<void> {
  let isOver = false
  const work = Promise.all(clients.map((client) => client(() => isOver)))
  await moment
  site.signal('SIGSTOP')
  commands?.signal('SIGSTOP')
  disk.cutPower()
  isOver = true
  commands?.signal('SIGKILL')
  await site.kill()
  await work
  await disk.mountAgain()
}
