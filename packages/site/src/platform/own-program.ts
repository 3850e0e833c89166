import { basename, dirname, join } from 'node:path'

/** How to start one of our programs as a separate process. */
interface OwnProgram {
  /** The runtime and its program. */
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** All files that the process needs: the runtime and the program's own folder, without packages from elsewhere. */
  readonly files: readonly string[]
}

/** Ignores `.env` and `bunfig.toml` in the working directory. */
const withoutSettings = ['--no-env-file', '--config=/dev/null']

/**
 * Finds how to start one of our source files as a process. In a single executable (`npm run release`), that executable
 * is also the runtime, and the programs are in the folder `lib` next to it.
 * @param source the path of the source file
 */
export function ownProgram(source: string): OwnProgram {
  const runtime = process.execPath
  if (!Bun.isStandaloneExecutable)
    return {
      command: [runtime, ...withoutSettings, source],
      environment: {},
      files: [dirname(runtime), dirname(source)],
    }
  const folder = join(dirname(runtime), 'lib')
  return {
    command: [runtime, ...withoutSettings, join(folder, basename(source).replace(/\.ts$/, '.js'))],
    environment: { BUN_BE_BUN: '1' },
    files: [runtime, folder],
  }
}
