/** @jsxImportSource hono/jsx */
import type { SignedInContext } from '../../context/console-context.ts'
import { type PageContent, showPage } from '../../page/page.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import type { Messages } from '../../text/messages.ts'

/** A tab of the settings. */
export type SettingsTab = keyof Messages['settings']['tabs']

const settingsTabs: readonly SettingsTab[] = ['uploads', 'accounts', 'text', 'networks', 'site']

/** The path of a settings tab; paths of its forms begin with it. */
export const settingsPath = (tab: SettingsTab): string => `/settings/${tab}`

/** Shows one tab of the site's settings. */
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
