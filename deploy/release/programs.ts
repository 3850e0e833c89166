/** Makes of our sources what one machine runs: an executable, and the programs that it runs as further processes. */
import { basename, join } from 'node:path'
import type { BunPlugin } from 'bun'
import { bundleForBrowser } from '../../packages/web/src/page/bundle-for-browser.ts'

const root = join(import.meta.dir, '../..')

/** The command, and the threads that it starts. */
const executableEntries = [
  'apps/cli/src/main.ts',
  'apps/cli/src/serve/watchdog/watchdog-thread.ts',
  'apps/text/src/packing/packing-worker.ts',
  'packages/site/src/database/thread/thread.ts',
]

/** What it runs as processes: `packages/site/src/platform/own-program.ts` finds them in `lib`. */
const processEntries = [
  'packages/site/src/database/readers/reader.ts',
  'packages/renditions/src/sharp-worker.ts',
]

/** What browsers get. */
const browserEntries = [
  'apps/console/src/browser/console.css',
  'apps/console/src/browser/console.ts',
  'apps/console/src/browser/upload/removed-from-file.ts',
  'apps/images/src/guests/browser/guest-page.ts',
  'apps/images/src/page/browser/album-page.ts',
  'apps/images/src/page/browser/detail-page.ts',
  'apps/text/src/playground/browser/main.ts',
  'packages/web/src/openapi/browser/docs-page.ts',
]

/** Puts what browsers get into the executable, which has no sources to bundle, and the commit. */
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
      build.onLoad({ filter: /\/cli\/src\/built-from\.ts$/ }, () => ({
        contents: `export const builtFrom = ${JSON.stringify(commit())}`,
        loader: 'js',
      }))
      build.onLoad({ filter: /\/page\/finished-bundles\.ts$/ }, () => ({
        contents: `export const finishedBundles = ${JSON.stringify(byName)}`,
        loader: 'js',
      }))
    },
  }
}

function commit(): string {
  const told = Bun.spawnSync([join(root, 'deploy/version')], { stderr: 'inherit' })
  return told.stdout.toString().trim().split('-').at(-1) ?? ''
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
