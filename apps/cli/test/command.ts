import { join } from 'node:path'

const binary = join(import.meta.dir, '../bin/pictoglyph')
const { PATH = '', HOME = '' } = process.env

/** The environment of a process that nothing of this test run's own reaches. */
export function cleanEnvironment(variables: Record<string, string>): Record<string, string> {
  return { PATH, HOME, ...variables }
}

export interface Finished {
  code: number
  out: string
  err: string
}

/** Runs the command as a person or a script does. */
export async function pictoglyph(
  variables: Record<string, string>,
  words: readonly string[],
  input = '',
): Promise<Finished> {
  const child = Bun.spawn([binary, ...words], {
    env: cleanEnvironment(variables),
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, out, err }
}

export interface RunningCommand extends AsyncDisposable {
  /** What it has printed so far. */
  out(): string
  /** Resolves once something like this is printed. */
  printed(pattern: RegExp): Promise<string>
  /** Tells it to stop; its exit code. */
  stop(): Promise<number>
}

/** Starts the command and leaves it running. */
export function startPictoglyph(variables: Record<string, string>, words: readonly string[]): RunningCommand {
  const child = Bun.spawn([binary, ...words], {
    env: cleanEnvironment(variables),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  let text = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of child.stdout) text += decoder.decode(chunk, { stream: true })
  })()
  const stop = async () => {
    child.kill('SIGTERM')
    const code = await child.exited
    await reading
    return code
  }
  return {
    out: () => text,
    async printed(pattern) {
      while (!pattern.test(text)) {
        if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode} after:\n${text}`)
        await Bun.sleep(20)
      }
      return pattern.exec(text)?.[1] ?? ''
    },
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop()
    },
  }
}
