/** One run of `wrk` (Debian's package of that name), on the second processor. */
export interface Load {
  url: string
  connections: number
  seconds: number
  /** A Lua script that makes the requests, with its arguments. */
  script?: readonly [path: string, ...args: string[]]
  /** The server closes each connection after its answer, which `wrk` counts as broken. */
  isClosing?: boolean
}

export interface LoadResult {
  requestsPerSecond: number
  /** Answers that were not 2xx, and broken connections. A run with any is worth nothing. */
  errors: number
}

/** @throws if wrk is missing or says nothing that can be read */
export async function runWrk({ url, connections, seconds, script, isClosing }: Load): Promise<LoadResult> {
  const scriptArgs = script === undefined ? [] : ['-s', script[0]]
  const command = [
    'taskset',
    '-c',
    '1',
    'wrk',
    '-t',
    '1',
    '-c',
    String(connections),
    '--timeout',
    '10s',
    '-d',
    `${seconds}s`,
    ...scriptArgs,
  ]
  const child = Bun.spawn([...command, url, ...(script === undefined ? [] : ['--', ...script.slice(1)])], {
    stdout: 'pipe',
  })
  const output = await new Response(child.stdout).text()
  const rate = /Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]
  if (rate === undefined) throw new Error(`wrk said nothing of use:\n${output}`)
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0)
  const broken =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output)?.slice(1) ?? []
  return {
    requestsPerSecond: Number(rate),
    errors: refused + (isClosing ? 0 : broken.reduce((sum, count) => sum + Number(count), 0)),
  }
}
