/**
 * Waits until a process has ended; whether its parent has asked for its end does not matter.
 * @throws if it runs on for ten seconds
 */
export async function ended(pid: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const state = Bun.spawnSync(['ps', '-o', 'stat=', '-p', pid]).stdout.toString().trim()
    if (state === '' || state.startsWith('Z')) return
    await Bun.sleep(50)
  }
  throw new Error(`Process ${pid} still runs.`)
}
