/** @jsxImportSource hono/jsx */
import type { SignedInContext } from '../../context/console-context.ts'
import { Submit } from '../../parts/form.tsx'
import { settingsOf } from './policy-fields.ts'
import { PolicyForm, policyFormRoutes, storedPolicy } from './policy-settings.tsx'
import { SettingFields } from './setting-fields.tsx'
import { settingsPath, showSettings } from './settings-page.tsx'

const keys = settingsOf('console', 'keys', 'users')

export const accountSettingsRoutes = policyFormRoutes('accounts', keys, { show: showAccountSettings })

/** Settings of sign-in, second factors, and the expiry of keys. */
async function showAccountSettings(context: SignedInContext): Promise<Response> {
  const { accountPolicy, common } = context.text
  const body = (
    <PolicyForm
      stored={await storedPolicy(context)}
      keys={keys}
      action={settingsPath('accounts')}
      class="card stack"
    >
      <div class="field-row">
        <SettingFields keys={keys} />
      </div>
      <Submit>{common.save}</Submit>
    </PolicyForm>
  )
  return showSettings(context, 'accounts', { lead: accountPolicy.lead, body })
}
