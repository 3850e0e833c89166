import type { Progress, StartProgress } from '@pictoglyph/site/care/progress'
import { openSqlEngine } from '@pictoglyph/site/database/open-engine'
import {
  compareRows,
  type TableComparison,
  type TransferProgress,
  transferRows,
} from '@pictoglyph/site/database/transfer/transfer-rows'
import { Failure } from '@pictoglyph/site/language/failure'

interface MoveRowsOptions {
  fromUrl: string
  toUrl: string
  startProgress: StartProgress
  /** Throws when the work has to stop. */
  requireGoingOn: () => void
}

/**
 * Copies all rows, or continues an earlier run, and compares both ends.
 * @throws {Failure} CONFLICT if the target is another site
 */
export async function moveRows(options: MoveRowsOptions): Promise<TableComparison[]> {
  await using engines = new AsyncDisposableStack()
  const from = await openSqlEngine(options.fromUrl)
  engines.defer(() => from.close())
  const to = await openSqlEngine(options.toUrl)
  engines.defer(() => to.close())

  const showing = showTables('Moving', options)
  let refusal: Failure | undefined
  try {
    await transferRows({ from, to, report: showing.report })
  } catch (error) {
    // A target with users is another site, or this one after an earlier run: the comparison decides.
    if (!(error instanceof Failure) || error.code !== 'CONFLICT') throw error
    refusal = error
  } finally {
    showing.finish()
  }
  const comparing = showTables('Comparing', options)
  try {
    const comparison = await compareRows({ from, to, report: comparing.report })
    if (refusal !== undefined && comparison.some(({ same }) => !same)) throw refusal
    return comparison
  } finally {
    comparing.finish()
  }
}

/** Shows a progress bar for each table in turn. */
function showTables(verb: string, { startProgress, requireGoingOn }: MoveRowsOptions) {
  let shown: { table: string; rowsDone: number; progress: Progress } | undefined
  return {
    report({ table, rowsDone, rowsInAll }: TransferProgress): void {
      requireGoingOn()
      if (shown?.table !== table) {
        shown?.progress.finish()
        shown = { table, rowsDone: 0, progress: startProgress(`${verb} ${table}`, rowsInAll) }
      }
      shown.progress.advance(rowsDone - shown.rowsDone)
      shown.rowsDone = rowsDone
    },
    finish: () => shown?.progress.finish(),
  }
}
