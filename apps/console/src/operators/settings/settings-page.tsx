/** @jsxImportSource hono/jsx */
import type { SignedInContext } from '../../context/console-context.ts'
import { type PageContent, showPage } from '../../page/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'

const settingsTabs = ['uploads', 'accounts', 'text', 'networks', 'site'] as const

export type SettingsTab = (typeof settingsTabs)[number]

/** Where a tab of the settings stands; its forms stand below. */
export const settingsPath = (tab: SettingsTab): string => `/settings/${tab}`

/** One tab of the settings of the whole site. */
export function showSettings(
  context: SignedInContext,
  tab: SettingsTab,
  content: Pick<PageContent, 'lead' | 'body' | 'status'>,
): Promise<Response> {
  const { settings } = context.text
  return showPage(context, {
    ...content,
    title: settings.title,
    part: settings.tabs[tab],
    tabs: (
      <Tabs
        label={settings.title}
        tabs={settingsTabs.map((one) => ({ href: settingsPath(one), label: settings.tabs[one] }))}
      />
    ),
  })
}
