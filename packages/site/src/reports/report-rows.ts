import { lockAdministration, writeAudit } from '../audit/audit-rows.ts'
import type { Page } from '../language/list-limits.ts'
import type { AuditDraft } from '../language/records.ts'
import { insertion, isOneOf } from '../rows/clauses.ts'
import { pageOf, readCursor } from '../rows/cursor.ts'
import { integer, type Sql, type SqlDialect, type SqlEngine, type SqlRow, text } from '../rows/engine.ts'
import { changing, walking } from '../rows/method-kinds.ts'

/** What a reader says of an image. */
export interface Report {
  id: string
  imageId: string
  reason: string
  note: string
  atMs: number
}

/** Reports that no operator has decided about. */
export function createReportStore({ read, write, dialect }: SqlEngine) {
  return {
    ...walking({
      /** The oldest first. */
      async list({ limit, after }: { limit: number; after?: string }): Promise<Page<Report>> {
        const cursor = after === undefined ? undefined : readCursor(after)
        const rows = await read.all(
          `SELECT * FROM reports ${cursor ? 'WHERE (at_ms, id) > (?, ?)' : ''} ORDER BY at_ms, id LIMIT ?`,
          ...(cursor ? [cursor.atMs, cursor.id] : []),
          limit + 1,
        )
        return pageOf(rows.map(readReport), limit, ({ atMs, id }) => ({ atMs, id }))
      },
      /** Those of one image, the oldest first. */
      async ofImage(imageId: string): Promise<Report[]> {
        const rows = await read.all('SELECT * FROM reports WHERE image_id = ? ORDER BY at_ms, id', imageId)
        return rows.map(readReport)
      },
      /** How many there are, of all images. */
      count: () => countReports(read),
    }),
    ...changing({
      /** False, and nothing is written, if there are `max` already, or `maxOfImage` of its image. */
      add: (report: Report, { max, maxOfImage }: { max: number; maxOfImage: number }) =>
        write(async (sql) => {
          await sql.lock('reports')
          if ((await countReports(sql)) >= max) return false
          if ((await countReports(sql, report.imageId)) >= maxOfImage) return false
          const { id, imageId, reason, note, atMs } = report
          await sql.run(...insertion('reports', { id, image_id: imageId, reason, note, at_ms: atMs }))
          return true
        }),
      /** Ends all reports of an image; false, and nothing is written, if it has none. */
      dismiss: (imageId: string, audit: AuditDraft) =>
        write(async (sql) => {
          await lockAdministration(sql)
          if ((await endReportsOf(sql, dialect, [imageId])) === 0) return false
          await writeAudit(sql, audit)
          return true
        }),
    }),
  }
}

/** Ends the reports of images on which an operator has acted. @returns how many */
export function endReportsOf(sql: Sql, dialect: SqlDialect, imageIds: readonly string[]): Promise<number> {
  const { text: areListed, parameter } = isOneOf(dialect, imageIds)
  return sql.run(`DELETE FROM reports WHERE image_id ${areListed}`, parameter)
}

async function countReports(sql: Sql, imageId?: string): Promise<number> {
  const where = imageId === undefined ? '' : 'WHERE image_id = ?'
  const row = await sql.get(
    `SELECT COUNT(*) AS count FROM reports ${where}`,
    ...(imageId === undefined ? [] : [imageId]),
  )
  return row ? integer(row, 'count') : 0
}

function readReport(row: SqlRow): Report {
  return {
    id: text(row, 'id'),
    imageId: text(row, 'image_id'),
    reason: text(row, 'reason'),
    note: text(row, 'note'),
    atMs: integer(row, 'at_ms'),
  }
}
