import type { AuditQuery, AuditStore } from '@pictoglyph/site/audit/audit-rows'
import type { AuditEntry } from '@pictoglyph/site/language/records'

export type ExportFormat = 'csv' | 'jsonl'

const entriesAtOnce = 500
const columns = [
  'id',
  'time',
  'actor',
  'actorUserId',
  'address',
  'action',
  'subject',
  'before',
  'after',
] as const

/**
 * Streams all entries of a query as a file, page by page, so that a long log takes no more memory than a short one.
 * @throws {Failure} BAD_REQUEST for an invalid query, before the file begins
 */
export async function exportAudit(
  audit: Pick<AuditStore, 'list'>,
  query: AuditQuery,
  format: ExportFormat,
): Promise<ReadableStream<Uint8Array>> {
  const utf8 = new TextEncoder()
  const write = format === 'csv' ? csvLine : jsonLine
  const pageAfter = (place: { after?: string }) => audit.list({ ...query, ...place, limit: entriesAtOnce })
  let page = await pageAfter({})
  return new ReadableStream({
    start(controller) {
      if (format === 'csv') controller.enqueue(utf8.encode(`${columns.join(',')}\r\n`))
    },
    async pull(controller) {
      controller.enqueue(utf8.encode(page.items.map(write).join('')))
      if (page.next === null) controller.close()
      else page = await pageAfter({ after: page.next })
    },
  })
}

function record(entry: AuditEntry): Record<(typeof columns)[number], unknown> {
  const { atMs, ...rest } = entry
  return { ...rest, time: new Date(atMs).toISOString() }
}

function jsonLine(entry: AuditEntry): string {
  return `${JSON.stringify(record(entry))}\n`
}

function csvLine(entry: AuditEntry): string {
  const values = record(entry)
  return `${columns.map((column) => csvField(values[column])).join(',')}\r\n`
}

/** RFC 4180. A field that a spreadsheet would read as a formula, full-width signs included, gets an apostrophe. */
function csvField(value: unknown): string {
  if (value === null) return ''
  const written =
    typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
  const harmless = /^[=+\-@＝＋－＠\t\r]/.test(written) ? `'${written}` : written
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
