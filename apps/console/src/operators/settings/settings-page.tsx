/** @jsxImportSource hono/jsx */
import type { SignedInContext } from '../../context/console-context.ts'
import { type PageContent, showPage } from '../../page/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import type { Messages } from '../../text/messages.ts'

/** A tab of the settings. */
export type SettingsTab = keyof Messages['settings']['tabs']

const settingsTabs: readonly SettingsTab[] = ['uploads', 'accounts', 'text', 'networks', 'site']

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
