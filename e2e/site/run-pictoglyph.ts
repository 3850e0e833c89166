import { join } from 'node:path'

export const mainPath = join(import.meta.dir, '../../apps/cli/src/main.ts')

/** What every process of ours is started with: an unknown variable of ours would be refused. */
export function cleanEnvironment(variables: Record<string, string> = {}): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', ...variables }
}

export interface CommandResult {
  exitCode: number
  stdout: string
  stderr: string
}

/** Runs a command of `pictoglyph` on a data directory to its end. */
export async function runPictoglyph(
  dataDirectory: string,
  parameters: readonly string[],
  environment: Record<string, string> = {},
): Promise<CommandResult> {
  const child = Bun.spawn([process.execPath, mainPath, ...parameters], {
    env: cleanEnvironment({ PICTOGLYPH_DATA_DIR: dataDirectory, ...environment }),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { exitCode: await child.exited, stdout, stderr }
}
