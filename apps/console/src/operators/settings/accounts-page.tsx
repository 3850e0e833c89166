/** @jsxImportSource hono/jsx */
import { type Policy, type PolicyKey, policyFrom } from '@pictoglyph/site/policy'
import type { SignedInContext } from '../../context/console-context.ts'
import { submittedTo } from '../../context/submitted-form.ts'
import { Field, Form, SelectField } from '../../parts/form.tsx'
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
  const policy = policyFrom(await context.services.site.database.settings.all())
  return showSettings(context, 'accounts', {
    lead: context.text.accountPolicy.lead,
    body: <AccountPolicyForm context={context} policy={policy} />,
  })
}

const AccountPolicyForm = ({ context, policy }: { context: SignedInContext; policy: Policy }) => {
  const { accountPolicy: text } = context.text
  const action = settingsPath('accounts')
  const written = submittedTo(context, action)
  return (
    <Form action={action} class="card stack">
      <div class="field-row">
        <SelectField
          label={text.secondFactor}
          name="console.secondFactor"
          hint={text.secondFactorHint}
          value={written.get('console.secondFactor') ?? policy['console.secondFactor']}
          choices={secondFactorChoices.map((value) => ({ value, label: text.secondFactors[value] }))}
        />
        <SelectField
          label={text.passwords}
          name="console.passwords"
          hint={text.passwordsHint}
          value={written.get('console.passwords') ?? policy['console.passwords']}
          choices={(['on', 'off'] as const).map((value) => ({ value, label: text.onOff[value] }))}
        />
        <SelectField
          label={text.providerAccounts}
          name="console.providerAccounts"
          hint={text.providerAccountsHint}
          value={written.get('console.providerAccounts') ?? policy['console.providerAccounts']}
          choices={(['on', 'off'] as const).map((value) => ({ value, label: text.onOff[value] }))}
        />
        <Field
          label={text.defaultExpiry}
          name="keys.defaultExpiryDays"
          hint={text.defaultExpiryHint}
          value={written.get('keys.defaultExpiryDays') ?? String(policy['keys.defaultExpiryDays'])}
          control={{ type: 'number', min: 0, max: 3_650, required: true }}
        />
        <Field
          label={text.defaultQuota}
          name="users.defaultQuota"
          hint={text.defaultQuotaHint}
          value={written.get('users.defaultQuota') ?? String(policy['users.defaultQuota'])}
          control={{ required: true }}
        />
      </div>
      <div>
        <button type="submit">{text.save}</button>
      </div>
    </Form>
  )
}
