import { atExit } from './at-exit.ts'
import { cleanEnvironment, mainPath } from './run-pictoglyph.ts'

/** What a new site prints once. */
export interface Credentials {
  userName: string
  password: string
  apiKey: string
  categoryId: string
}

export type ServiceUrls = Record<'images' | 'text' | 'console', string>

export interface SiteOptions {
  dataDirectory: string
  services?: string
  environment?: Record<string, string>
  /** An open file that its log goes to, in place of `log()`. */
  logTo?: number
  /** What the server is run under, such as `['strace', '-f']`. */
  under?: readonly string[]
  /** How long it may take to answer. */
  readyWithinMs?: number
}

/** A server in a process of its own, as an operator runs it. */
export interface RunningSite extends AsyncDisposable {
  readonly pid: number
  /** Addresses without a slash at their end; those of services that are not served are ''. */
  readonly urls: ServiceUrls
  /** Only of a site that was new. */
  readonly credentials: Credentials | undefined
  readonly exited: Promise<number>
  /** All that it has written to standard error so far. */
  log(): string
  /** All that it has written to standard output so far. */
  output(): string
  signal(signal: NodeJS.Signals): void
  /** Asks it to stop and waits until it has. */
  stop(): Promise<number>
  /** Ends it at once. */
  kill(): Promise<void>
}

/** Starts a server on free ports and waits until it serves. @throws with its log, if it ends before */
export async function startSite(options: SiteOptions): Promise<RunningSite> {
  const { dataDirectory, services = 'images', under = [], readyWithinMs = 20_000 } = options
  const child = Bun.spawn([...under, process.execPath, mainPath, 'serve', '--json'], {
    env: cleanEnvironment({
      PICTOGLYPH_DATA_DIR: dataDirectory,
      PICTOGLYPH_SERVICES: services,
      PICTOGLYPH_IMAGES_PORT: '0',
      PICTOGLYPH_TEXT_PORT: '0',
      PICTOGLYPH_CONSOLE_PORT: '0',
      ...options.environment,
    }),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: options.logTo ?? 'pipe',
    // In a group of its own, so that what it is run under can be ended with it.
    detached: true,
  })
  const output = collect(child.stdout)
  const log = child.stderr instanceof ReadableStream ? collect(child.stderr) : nothing
  const allRead = Promise.all([output.end, log.end])
  const hasExpired = () => child.exitCode !== null || child.signalCode !== null

  function signal(name: NodeJS.Signals): void {
    if (!hasExpired()) process.kill(-child.pid, name)
  }
  async function kill(): Promise<void> {
    signal('SIGKILL')
    await child.exited
  }
  void child.exited.then(atExit(() => signal('SIGKILL')))

  const deadlineMs = performance.now() + readyWithinMs
  while (!output.text().includes('"serving"')) {
    if (hasExpired() || performance.now() > deadlineMs) {
      await kill()
      await allRead
      throw new Error(`The server did not start:\n${output.text()}${log.text().slice(-3_000)}`)
    }
    await Bun.sleep(10)
  }

  return {
    pid: child.pid,
    urls: readUrls(output.text()),
    credentials: readCredentials(output.text()),
    exited: child.exited,
    log: log.text,
    output: output.text,
    signal,
    kill,
    async stop() {
      signal('SIGTERM')
      const code = await child.exited
      await allRead
      return code
    },
    [Symbol.asyncDispose]: kill,
  }
}

interface Collected {
  /** What has come so far. */
  text(): string
  readonly end: Promise<void>
}

const nothing: Collected = { text: () => '', end: Promise.resolve() }

function collect(stream: ReadableStream<Uint8Array>): Collected {
  const decoder = new TextDecoder()
  let text = ''
  async function read(): Promise<void> {
    for await (const chunk of stream) text += decoder.decode(chunk, { stream: true })
  }
  return { text: () => text, end: read() }
}

function readCredentials(output: string): Credentials | undefined {
  const line = output.split('\n').find((one) => one.includes('"apiKey"'))
  return line === undefined ? undefined : (JSON.parse(line) as Credentials)
}

function readUrls(output: string): ServiceUrls {
  const line = output.split('\n').find((one) => one.includes('"serving"')) ?? '{}'
  const { serving } = JSON.parse(line) as { serving: Partial<ServiceUrls> }
  const url = (name: keyof ServiceUrls) => (serving[name] ?? '').replace(/\/$/, '')
  return { images: url('images'), text: url('text'), console: url('console') }
}
