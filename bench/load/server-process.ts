/** As `apps/cli/bin/pictoglyph` has them; a bare handler gets the same. */
const engineSettings = { MIMALLOC_PURGE_DELAY: '5000', UV_THREADPOOL_SIZE: '8' }

/** A server in a process of its own. It prints a line with `http://…` when it answers. */
export interface ServerProcess extends AsyncDisposable {
  url: string
  /** All that it printed before its address. */
  preface: string
  pid: number
}

/** @throws if the process ends before it has printed an address */
export async function startServerProcess(
  command: readonly string[],
  environment: Record<string, string> = {},
  isReady: RegExp = /(http:\/\/[^\s"]+)/,
): Promise<ServerProcess> {
  const { PATH = '', HOME = '', TMPDIR } = process.env
  const child = Bun.spawn([...command], {
    stdout: 'pipe',
    stderr: 'ignore',
    env: { PATH, HOME, ...engineSettings, ...(TMPDIR !== undefined && { TMPDIR }), ...environment },
  })
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of child.stdout) {
    text += decoder.decode(chunk, { stream: true })
    const url = isReady.exec(text)?.[1]
    if (url === undefined) continue
    return {
      url: url.replace(/\/$/, ''),
      preface: text,
      pid: child.pid,
      async [Symbol.asyncDispose]() {
        child.kill()
        await child.exited
      },
    }
  }
  throw new Error(`${command.join(' ')} ended without an address:\n${text}`)
}
