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

/** The policies as they are stored. */
export async function storedPolicy({ services }: Pick<SignedInContext, 'services'>): Promise<StoredPolicy> {
  return readStoredPolicy(await services.site.database.settings.all())
}

interface PolicyFormProps extends Omit<EditFormProps, 'present' | 'unusable'> {
  stored: StoredPolicy
  keys: readonly PolicyKey[]
}

/** A form of some of the policies, each in a field of its name. */
export const PolicyForm = ({ stored, keys, ...form }: PolicyFormProps) => (
  <EditForm {...form} present={policyFields(stored.policy, keys)} unusable={unusablePolicies(stored)} />
)

/** The policy that a form wishes, or what is wrong with the form. */
export type WishedPolicy = { policy: Policy } | { refusal: FailureFacts }

/** What a form with a preview shows: values that were sent, or those in the address. They change nothing. */
export async function readPreviewedForm(context: SignedInContext, keys: readonly PolicyKey[]) {
  const { form, query } = context
  const stored = await storedPolicy(context)
  const isSent = keys.some((key) => form.has(key))
  const written = isSent ? form : valuesInAddress(query, policyFields(stored.policy, keys))
  return { form: { stored, keys, written }, wished: wishedPolicy(written, stored, keys) }
}

/** What the form only showed is as it is now. */
function wishedPolicy(form: URLSearchParams, stored: StoredPolicy, keys: readonly PolicyKey[]): WishedPolicy {
  try {
    const values = [...readPolicyForm(form, stored, keys)].map(([key, { wanted }]) => [key, wanted] as const)
    return { policy: policyWith(stored.policy, new Map(values)) }
  } catch (error) {
    if (error instanceof Failure) return { refusal: error.facts }
    throw error
  }
}

/** Saves what was changed in such a form. @returns how many policies changed @throws {Failure} as `setPolicies` */
export async function savePolicies(
  context: SignedInContext,
  keys: readonly PolicyKey[],
  door: Parameters<typeof setPolicies>[3] = { client: context },
): Promise<number> {
  const { site } = context.services
  const values = readPolicyForm(context.form, await storedPolicy(context), keys)
  return (await setPolicies(site, context.actor, values, door)).length
}

/** The page of a tab that has such a form, the form's own address, and the one that shows its preview. */
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
