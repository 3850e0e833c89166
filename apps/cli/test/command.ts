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
export function pictoglyph(
  variables: Record<string, string>,
  words: readonly string[],
  input: string | Uint8Array<ArrayBuffer> = '',
  folder?: string,
): Promise<Finished> {
  return run([binary, ...words], variables, input, folder)
}

/** Runs a line of bash, in which `$0` is the command. */
export function bashLine(line: string, variables: Record<string, string> = {}): Promise<Finished> {
  return run(['bash', '-c', `set -o pipefail; ${line}`, binary], variables)
}

/** Runs a program of these words, in a folder if one is named, and waits for its end. */
export async function run(
  command: readonly string[],
  variables: Record<string, string>,
  input: string | Uint8Array<ArrayBuffer> = '',
  folder?: string,
): Promise<Finished> {
  const child = Bun.spawn([...command], {
    ...(folder !== undefined && { cwd: folder }),
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
  readonly pid: number
  /** What it has printed so far. */
  out(): string
  /** Resolves once something like this is printed. */
  printed(pattern: RegExp): Promise<string>
  /** Resolves once something like this is on its standard error. */
  remarked(pattern: RegExp): Promise<string>
  /** What stands on its standard error so far. */
  remarks(): string
  /** Resolves once the log has a line with this message. */
  logged(message: string): Promise<Record<string, unknown>>
  /** Tells it to stop; its exit code. */
  stop(): Promise<number>
}

/** Starts the command, this one or that of another checkout, and leaves it running. */
export function startPictoglyph(
  variables: Record<string, string>,
  words: readonly string[],
  program = binary,
): RunningCommand {
  const child = Bun.spawn([program, ...words], {
    env: cleanEnvironment(variables),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let text = ''
  let log = ''
  const reading = Promise.all([
    readText(child.stdout, (more) => {
      text += more
    }),
    readText(child.stderr, (more) => {
      log += more
    }),
  ])
  async function until<T>(find: () => T | undefined): Promise<T> {
    for (;;) {
      const hasEnded = child.exitCode !== null
      // What it printed last may be read only now.
      if (hasEnded) await reading
      const found = find()
      if (found !== undefined) return found
      if (hasEnded) throw new Error(`it ended with ${child.exitCode} after:\n${text}\n${log}`)
      await Bun.sleep(20)
    }
  }
  const stop = async () => {
    child.kill('SIGTERM')
    const code = await child.exited
    await reading
    return code
  }
  return {
    pid: child.pid,
    out: () => text,
    async printed(pattern) {
      return (await until(() => pattern.exec(text) ?? undefined))[1] ?? ''
    },
    async remarked(pattern) {
      return (await until(() => pattern.exec(log) ?? undefined))[0]
    },
    remarks: () => log,
    async logged(message) {
      const end = `"msg":${JSON.stringify(message)}}`
      return JSON.parse(await until(() => log.split('\n').find((line) => line.endsWith(end))))
    },
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop()
    },
  }
}

async function readText(stream: ReadableStream<Uint8Array>, take: (more: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of stream) take(decoder.decode(chunk, { stream: true }))
}
