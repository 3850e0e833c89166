import { basename } from 'node:path'
import { finishedBundles } from './finished-bundles.ts'

/**
 * Bundles a TypeScript module or a style sheet, with its imports, into one minified file for browsers.
 *
 * @param entryPath the absolute path of the entry; a single executable has no sources and finds the bundle by its name
 * @throws {AggregateError} if it does not build
 */
export async function bundleForBrowser(entryPath: string): Promise<string> {
  const finished = finishedBundles[basename(entryPath)]
  if (finished !== undefined) return finished
  const { outputs } = await Bun.build({
    entrypoints: [entryPath],
    target: 'browser',
    format: 'esm',
    minify: true,
    throw: true,
  })
  const ending = entryPath.endsWith('.css') ? '.css' : '.js'
  const output = outputs.find(({ path }) => path.endsWith(ending))
  if (output === undefined) throw new Error(`${entryPath} gave no ${ending} file`)
  return await output.text()
}
