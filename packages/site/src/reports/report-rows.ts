import { withAuditedTransaction } from '../audit/audit-rows.ts'
import { type Failure, notFound } from '../language/failure.ts'
import type { Page } from '../language/list-limits.ts'
import { message } from '../language/message.ts'
import type { AuditDraft } from '../language/records.ts'
import { insertion, isOneOf } from '../rows/clauses.ts'
import { column, type RowOf, readRow, writtenColumns } from '../rows/columns.ts'
import { pageOf, readCursor } from '../rows/cursor.ts'
import { integer, type Sql, type SqlDialect, type SqlReader, type SqlRow } from '../rows/engine.ts'
import type { StoreDefinition } from '../rows/store.ts'

const columns = {
  id: column.text('id'),
  imageId: column.text('image_id'),
  /** The client that sent it, as a limit's subject key. */
  reporter: column.text('reporter'),
  reason: column.text('reason'),
  note: column.text('note'),
  atMs: column.integer('at_ms'),
}

/** A reader's report about an image. */
export type Report = RowOf<typeof columns>

const readReport = (row: SqlRow) => readRow(columns, row)

/** Maximum numbers of waiting reports. The first report of an image is always accepted. */
export interface ReportBounds {
  /** For all images. */
  max: number
  maxOfImage: number
  maxOfReporter: number
}

/** Reports without an operator's decision. */
export const reportStore = {
  walks: ({ read }) => ({
    /** A page of reports, oldest first. */
    async list({ limit, after }: { limit: number; after?: string }): Promise<Page<Report>> {
      const cursor = after === undefined ? undefined : readCursor(after)
      const rows = await read.all(
        `SELECT * FROM reports ${cursor ? 'WHERE (at_ms, id) > (?, ?)' : ''} ORDER BY at_ms, id LIMIT ?`,
        ...(cursor ? [cursor.atMs, cursor.id] : []),
        limit + 1,
      )
      return pageOf(rows.map(readReport), limit, ({ atMs, id }) => ({ atMs, id }))
    },
    /** The reports of one image, oldest first. */
    async ofImage(imageId: string): Promise<Report[]> {
      const rows = await read.all('SELECT * FROM reports WHERE image_id = ? ORDER BY at_ms, id', imageId)
      return rows.map(readReport)
    },
    /** The number of reports of all images. */
    count: () => countReports(read),
  }),
  changes: (engine) => ({
    /**
     * Adds a report. It replaces an earlier one of the same client about the same image.
     * @returns the bound that it would exceed, if nothing was written
     */
    add: (report: Report, bounds: ReportBounds) =>
      engine.write(async (sql): Promise<keyof ReportBounds | undefined> => {
        await sql.lock('reports')
        const { imageId, reporter, reason, note } = report
        const isReplaced = await sql.run(
          'UPDATE reports SET reason = ?, note = ? WHERE image_id = ? AND reporter = ?',
          ...[reason, note, imageId, reporter],
        )
        if (isReplaced > 0) return undefined
        if ((await countReports(sql, { reporter })) >= bounds.maxOfReporter) return 'maxOfReporter'
        const ofImage = await countReports(sql, { image_id: imageId })
        if (ofImage >= bounds.maxOfImage) return 'maxOfImage'
        if (ofImage > 0 && (await countReports(sql)) >= bounds.max) return 'max'
        await sql.run(...insertion('reports', writtenColumns(columns, report)))
        return undefined
      }),
    /** Dismisses all reports of an image. @throws {Failure} NOT_FOUND if it has none */
    dismiss: (imageId: string, audit: AuditDraft) =>
      withAuditedTransaction(engine, audit, async (sql) => {
        if ((await endReportsOf(sql, engine.dialect, [imageId])) === 0) throw noReports()
      }),
  }),
} satisfies StoreDefinition

/** The failure for an image without reports. */
export const noReports = (): Failure => notFound(message('The report'))

/** Deletes the reports of images on which an operator has acted. @returns how many */
export function endReportsOf(sql: Sql, dialect: SqlDialect, imageIds: readonly string[]): Promise<number> {
  const { text: areListed, parameter } = isOneOf(dialect, imageIds)
  return sql.run(`DELETE FROM reports WHERE image_id ${areListed}`, parameter)
}

async function countReports(
  sql: SqlReader,
  those: { image_id?: string; reporter?: string } = {},
): Promise<number> {
  const [[column, value] = []] = Object.entries(those)
  const where = column === undefined ? '' : `WHERE ${column} = ?`
  const row = await sql.get(
    `SELECT COUNT(*) AS count FROM reports ${where}`,
    ...(value === undefined ? [] : [value]),
  )
  return row ? integer(row, 'count') : 0
}
