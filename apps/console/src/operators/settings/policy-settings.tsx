/** @jsxImportSource hono/jsx */
import { Failure, type FailureFacts } from '@pictoglyph/site/language/failure'
import { type Policy, type PolicyKey, readStoredPolicy, type StoredPolicy } from '@pictoglyph/site/policy'
import { policyWith, setPolicies } from '@pictoglyph/site/policy/set-policy'
import type { Child } from 'hono/jsx'
import { goTo } from '../../context/answers.ts'
import type { SignedInContext } from '../../context/console-context.ts'
import { EditForm } from '../../parts/form.tsx'
import { valuesInAddress } from '../../parts/shown-values.ts'
import { type ConsoleRoute, operatorAction, operatorPage, type Show } from '../../routing/route.ts'
import { policyFields, readPolicyForm, unusablePolicies } from './policy-fields.ts'
import { type SettingsTab, settingsPath } from './settings-page.tsx'

/** The policies as they are stored. */
export async function storedPolicy({ services }: Pick<SignedInContext, 'services'>): Promise<StoredPolicy> {
  return readStoredPolicy(await services.site.database.settings.all())
}

/** A form of some of the policies, each in a field of its name. */
export const PolicyForm = (props: {
  stored: StoredPolicy
  keys: readonly PolicyKey[]
  action: string
  class: string
  /** As of `Form`, and what was sent to it. */
  preview?: { address: string; id: string }
  written?: URLSearchParams
  children: Child
}) => {
  const { stored, keys, ...form } = props
  return (
    <EditForm {...form} present={policyFields(stored.policy, keys)} unusable={unusablePolicies(stored)} />
  )
}

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

/** The page of a tab that has such a form, and the form's own address. */
export function policyFormRoutes(tab: SettingsTab, keys: readonly PolicyKey[], show: Show): ConsoleRoute[] {
  const path = settingsPath(tab)
  const run = async (context: SignedInContext) => {
    const changed = await savePolicies(context, keys)
    return goTo(context, path, { name: 'policySaved', about: String(changed) })
  }
  return [operatorPage(path, show), operatorAction(path, { run, onRefused: show })]
}

/** The address at which such a form shows its preview again, and saves nothing. */
export const previewRoute = (tab: SettingsTab, show: Show): ConsoleRoute =>
  operatorAction(`${settingsPath(tab)}/preview`, { run: show, proof: false })
