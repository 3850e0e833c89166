import { join } from 'node:path'
import { type LoadResult, runWrk } from '../load/wrk.ts'

interface PostLoad {
  url: string
  bodyFile: string
  connections: number
  seconds: number
}

const hasWrk = Bun.which('wrk') !== null

/** Which program makes the load. */
export const loadProgram = hasWrk ? 'wrk' : 'own-load.ts'

/** Posts a file's contents again and again, from the second processor. */
export function postAgainAndAgain(load: PostLoad): Promise<LoadResult> {
  if (!hasWrk) return runOwnLoad(load)
  const { url, bodyFile, connections, seconds } = load
  return runWrk({ url, connections, seconds, script: [join(import.meta.dir, 'post.lua'), bodyFile] })
}

async function runOwnLoad({ url, bodyFile, connections, seconds }: PostLoad): Promise<LoadResult> {
  const program = [process.execPath, join(import.meta.dir, 'own-load.ts')]
  const args = [url, bodyFile, String(connections), String(seconds)]
  const child = Bun.spawn(['taskset', '-c', '1', ...program, ...args], { stdout: 'pipe' })
  return (await new Response(child.stdout).json()) as LoadResult
}
