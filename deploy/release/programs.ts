/** Makes of our sources what one machine runs: an executable, and the programs that it runs as further processes. */
import { basename, join } from 'node:path'
import type { BunPlugin } from 'bun'
import { bundleForBrowser } from '../../packages/http/src/page/bundle-for-browser.ts'

const root = join(import.meta.dir, '../..')

/** The command, and the threads that it starts. */
const executableEntries = [
  'apps/cli/src/main.ts',
  'apps/text/src/packing/packing-worker.ts',
  'packages/adapters/src/database/sqlite/thread/thread.ts',
]

/** What it runs as processes: `packages/adapters/src/own-program.ts` finds them in `lib`. */
const processEntries = [
  'packages/adapters/src/database/sqlite/readers/reader.ts',
  'packages/adapters/src/renditions/sharp-worker.ts',
]

/** What browsers get. */
const browserEntries = [
  'apps/console/src/browser/console.css',
  'apps/console/src/browser/console.ts',
  'apps/console/src/browser/upload/removed-from-file.ts',
  'apps/images/src/drop/browser/drop-page.ts',
  'apps/images/src/page/browser/album-page.ts',
  'apps/images/src/page/browser/detail-page.ts',
  'apps/text/src/playground/browser/main.ts',
  'packages/http/src/openapi/browser/docs-page.ts',
]

/** Puts what browsers get into the executable, which has no sources to bundle. */
export async function finishBundles(): Promise<BunPlugin> {
  const bundles = await Promise.all(
    browserEntries.map(
      async (entry) => [basename(entry), await bundleForBrowser(join(root, entry))] as const,
    ),
  )
  const byName = Object.fromEntries(bundles)
  if (Object.keys(byName).length !== bundles.length) throw new Error('Two entries have the same name.')
  return {
    name: 'finished bundles',
    setup(build) {
      build.onLoad({ filter: /\/page\/finished-bundles\.ts$/ }, () => ({
        contents: `export const finishedBundles = ${JSON.stringify(byName)}`,
        loader: 'js',
      }))
    },
  }
}

/**
 * Writes the executable.
 * @param runtime the Bun of the machine that it is for
 */
export async function writeExecutable(
  outfile: string,
  { target, runtime, bundles }: { target: Bun.Build.CompileTarget; runtime: string; bundles: BunPlugin },
): Promise<void> {
  await Bun.build({
    entrypoints: executableEntries.map((entry) => join(root, entry)),
    // Flat, so that threads are found next to the command.
    naming: '[name].[ext]',
    target: 'bun',
    minify: { whitespace: true, syntax: true },
    plugins: [bundles],
    external: ['sharp'],
    throw: true,
    compile: { target, executablePath: runtime, outfile, autoloadDotenv: false, autoloadBunfig: false },
  })
}

/** Writes the programs that are processes into a folder. */
export async function writeProcessPrograms(folder: string): Promise<void> {
  await Bun.build({
    entrypoints: processEntries.map((entry) => join(root, entry)),
    outdir: folder,
    naming: '[name].[ext]',
    target: 'bun',
    minify: { whitespace: true, syntax: true },
    external: ['sharp'],
    throw: true,
  })
}
