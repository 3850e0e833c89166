import { type ConsoleRoute, operatorPage } from '../routing/route.ts'
import type { MemberVisit } from '../visit/visit.ts'
import { type ExportFormat, exportAudit } from './audit-export.ts'
import { showAudit } from './audit-page.tsx'
import { auditQueryOf } from './audit-query.ts'

export const auditRoutes: ConsoleRoute[] = [
  operatorPage('/audit', showAudit),
  operatorPage('/audit/export', exportFile),
]

const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
}

async function exportFile(visit: MemberVisit): Promise<Response> {
  const format: ExportFormat = visit.query.get('format') === 'jsonl' ? 'jsonl' : 'csv'
  const body = await exportAudit(visit.services.site.database.audit, auditQueryOf(visit.query), format)
  return visit.context.body(body, 200, {
    'Content-Type': mediaTypes[format],
    'Content-Disposition': `attachment; filename="audit.${format}"`,
  })
}
