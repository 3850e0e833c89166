/** @jsxImportSource hono/jsx */
import { Failure, type FailureFacts } from '@pictoglyph/site/language/failure'
import { type Policy, type PolicyKey, readStoredPolicy, type StoredPolicy } from '@pictoglyph/site/policy'
import { policyWith, setPolicies } from '@pictoglyph/site/policy/set-policy'
import { goTo } from '../../context/answers.ts'
import type { SignedInContext } from '../../context/console-context.ts'
import { EditForm, type EditFormProps } from '../../parts/form.tsx'
import { valuesInAddress } from '../../parts/shown-values.ts'
import { type ConsoleRoute, operatorAction, operatorPage, type Show } from '../../routing/route.ts'
import { policyFields, readPolicyForm, unusablePolicies } from './policy-fields.ts'
import { type SettingsTab, settingsPath } from './settings-page.tsx'

/** Reads the stored policies. */
export async function storedPolicy({ services }: Pick<SignedInContext, 'services'>): Promise<StoredPolicy> {
  return readStoredPolicy(await services.site.database.settings.all())
}

interface PolicyFormProps extends Omit<EditFormProps, 'present' | 'unusable'> {
  stored: StoredPolicy
  keys: readonly PolicyKey[]
}

/** A form of some policies; each field has the name of its policy. */
export const PolicyForm = ({ stored, keys, ...form }: PolicyFormProps) => (
  <EditForm {...form} present={policyFields(stored.policy, keys)} unusable={unusablePolicies(stored)} />
)

/** The policy that a form would set, or the reason of its refusal. */
export type WishedPolicy = { policy: Policy } | { refusal: FailureFacts }

/** The values for a form with a preview, as sent or from the address. They change nothing. */
export async function readPreviewedForm(context: SignedInContext, keys: readonly PolicyKey[]) {
  const { form, query } = context
  const stored = await storedPolicy(context)
  const isSent = keys.some((key) => form.has(key))
  const written = isSent ? form : valuesInAddress(query, policyFields(stored.policy, keys))
  return { form: { stored, keys, written }, wished: wishedPolicy(written, stored, keys) }
}

/** The form's policy; unchanged fields take the stored values. */
function wishedPolicy(form: URLSearchParams, stored: StoredPolicy, keys: readonly PolicyKey[]): WishedPolicy {
  try {
    const values = [...readPolicyForm(form, stored, keys)].map(([key, { wanted }]) => [key, wanted] as const)
    return { policy: policyWith(stored.policy, new Map(values)) }
  } catch (error) {
    if (error instanceof Failure) return { refusal: error.facts }
    throw error
  }
}

/** Saves the changes of such a form. @returns the number of changed policies @throws {Failure} like `setPolicies` */
export async function savePolicies(
  context: SignedInContext,
  keys: readonly PolicyKey[],
  door: Parameters<typeof setPolicies>[3] = { client: context },
): Promise<number> {
  const { site } = context.services
  const values = readPolicyForm(context.form, await storedPolicy(context), keys)
  return (await setPolicies(site, context.actor, values, door)).length
}

/** Routes of a tab with such a form: its page, the form's own address, and the preview. */
export function policyFormRoutes(
  tab: SettingsTab,
  keys: readonly PolicyKey[],
  { show, hasPreview = false }: { show: Show; hasPreview?: boolean },
): ConsoleRoute[] {
  const path = settingsPath(tab)
  const run = async (context: SignedInContext) => {
    const changed = await savePolicies(context, keys)
    return goTo(context, path, { name: 'policySaved', about: String(changed) })
  }
  const form = [operatorPage(path, show), operatorAction(path, { run, onRefused: show })]
  return hasPreview ? [...form, operatorAction(`${path}/preview`, { run: show, proof: false })] : form
}
