/** @jsxImportSource hono/jsx */
import type { SignedInContext } from '../../context/console-context.ts'
import { PolicyForm, policyFormRoutes, storedPolicy } from './policy-settings.tsx'
import { SettingFields } from './setting-fields.tsx'
import { settingsPath, showSettings } from './settings-page.tsx'

const groups = ['accounts'] as const

export const accountSettingsRoutes = policyFormRoutes('accounts', groups, showAccountSettings)

/** How people sign in, who must have a second factor, and how long keys last. */
async function showAccountSettings(context: SignedInContext): Promise<Response> {
  const { accountPolicy: text } = context.text
  const body = (
    <PolicyForm
      stored={await storedPolicy(context)}
      groups={groups}
      action={settingsPath('accounts')}
      class="card stack"
    >
      <div class="field-row">
        <SettingFields group="accounts" />
      </div>
      <div>
        <button type="submit">{text.save}</button>
      </div>
    </PolicyForm>
  )
  return showSettings(context, 'accounts', { lead: text.lead, body })
}
