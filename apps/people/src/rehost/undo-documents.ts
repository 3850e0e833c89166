import { resolve } from 'node:path'
import { undone } from '@pictoglyph/documents/moved-addresses'
import { Failure } from '@pictoglyph/site/language/failure'
import type { Output } from '../output.ts'
import type { MapLine } from './link-map.ts'
import { readTextFile, replaceTextFile } from './text-file.ts'

/** Restores the addresses of documents that the map has. A link that was changed since stays, and fails the process. */
export async function undoDocuments(
  files: readonly string[],
  lines: readonly MapLine[],
  output: Output,
  asJson: boolean,
): Promise<void> {
  const linesOf = Map.groupBy(lines, ({ file }) => resolve(file))
  for (const name of files) {
    try {
      const file = await readTextFile(name)
      const { text, restored, changed } = undone(file.text, linesOf.get(resolve(name)) ?? [])
      if (restored > 0) await replaceTextFile(file, text)
      if (changed > 0) process.exitCode = 1
      if (asJson) output.created({ ok: changed === 0, file: name, restored, changed })
      else if (restored > 0)
        output.done(`${name}: ${restored} ${restored === 1 ? 'address' : 'addresses'} as before`)
      if (!asJson && changed > 0) output.remark(`${name}: ${changed} changed since, and left`)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      process.exitCode = 1
      if (asJson)
        output.created({ ok: false, file: name, error: { code: error.code, message: error.message } })
      else output.remark(`${name}: ${error.message}`)
    }
  }
}
