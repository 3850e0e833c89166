import { basename, dirname, join } from 'node:path'

/** How to start one of our programs as a separate process. */
interface OwnProgram {
  /** The runtime, and its program. */
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** The runtime and the program's own folder, without packages from elsewhere: everything it has to see. */
  readonly files: readonly string[]
}

/** Neither `.env` nor `bunfig.toml` of the folder that the server was started in. */
const withoutSettings = ['--no-env-file', '--config=/dev/null']

/**
 * Starts one of our source files as a process. In a single executable (`npm run release`), that executable is the
 * runtime too, and the programs are in the folder `lib` next to it.
 * @param source the file, as its neighbours see it
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
