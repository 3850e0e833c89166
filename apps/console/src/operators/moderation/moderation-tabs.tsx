/** @jsxImportSource hono/jsx */
import type { SignedInContext } from '../../context/console-context.ts'
import { Tabs } from '../../parts/tabs.tsx'

/** Tabs of the moderation pages, with the number of open reports. */
export async function moderationTabs({ services, text }: SignedInContext) {
  const { nav, allImages, report, hash } = text
  const tabs = [
    { href: '/all-images', label: allImages.title },
    { href: '/reports', label: report.queue, waiting: await services.site.database.reports.count() },
    { href: '/hashes', label: hash.title },
  ]
  return <Tabs label={nav.moderation} tabs={tabs} />
}
