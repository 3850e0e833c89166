import type { SignedInContext } from '../../context/console-context.ts'
import { type ConsoleRoute, operatorPage } from '../../routing/route.ts'
import { type ExportFormat, exportAudit } from './audit-export.ts'
import { auditQueryOf } from './audit-filter.tsx'
import { showAudit } from './audit-page.tsx'

export const auditRoutes: ConsoleRoute[] = [
  operatorPage('/audit', showAudit),
  operatorPage('/audit/export', exportFile),
]

const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/jsonl; charset=utf-8',
}

async function exportFile(context: SignedInContext): Promise<Response> {
  const format: ExportFormat = context.query.get('format') === 'jsonl' ? 'jsonl' : 'csv'
  const body = await exportAudit(context.services.site.database.audit, await auditQueryOf(context), format)
  return context.hono.body(body, 200, {
    'Content-Type': mediaTypes[format],
    'Content-Disposition': `attachment; filename="audit.${format}"`,
  })
}
