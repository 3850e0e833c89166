/** @jsxImportSource hono/jsx */
import type { Policy, PolicyKey } from '@pictoglyph/site/policy'
import type { SignedInContext } from '../../context/console-context.ts'
import { Field, SelectField } from '../../parts/form.tsx'
import { PolicyForm, storedPolicy } from './policy-settings.tsx'
import { settingsPath, showSettings } from './settings-page.tsx'

export const accountPolicyKeys: readonly PolicyKey[] = [
  'console.secondFactor',
  'console.passwords',
  'console.providerAccounts',
  'keys.defaultExpiryDays',
  'users.defaultQuota',
]

const secondFactorChoices: Policy['console.secondFactor'][] = ['off', 'administrators', 'all']

/** How people sign in, who must have a second factor, and how long keys last. */
export async function showAccountSettings(context: SignedInContext): Promise<Response> {
  const { accountPolicy: text } = context.text
  const body = (
    <PolicyForm
      stored={await storedPolicy(context)}
      keys={accountPolicyKeys}
      action={settingsPath('accounts')}
      class="card stack"
    >
      <div class="field-row">
        <SelectField
          label={text.secondFactor}
          name="console.secondFactor"
          hint={text.secondFactorHint}
          choices={secondFactorChoices.map((value) => ({ value, label: text.secondFactors[value] }))}
        />
        <SelectField
          label={text.passwords}
          name="console.passwords"
          hint={text.passwordsHint}
          choices={(['on', 'off'] as const).map((value) => ({ value, label: text.onOff[value] }))}
        />
        <SelectField
          label={text.providerAccounts}
          name="console.providerAccounts"
          hint={text.providerAccountsHint}
          choices={(['on', 'off'] as const).map((value) => ({ value, label: text.onOff[value] }))}
        />
        <Field
          label={text.defaultExpiry}
          name="keys.defaultExpiryDays"
          hint={text.defaultExpiryHint}
          control={{ type: 'number', min: 0, max: 3_650, required: true }}
        />
        <Field
          label={text.defaultQuota}
          name="users.defaultQuota"
          hint={text.defaultQuotaHint}
          control={{ required: true }}
        />
      </div>
      <div>
        <button type="submit">{text.save}</button>
      </div>
    </PolicyForm>
  )
  return showSettings(context, 'accounts', { lead: text.lead, body })
}
