/** @jsxImportSource hono/jsx */
import { type PolicyKey, readStoredPolicy, type StoredPolicy } from '@pictoglyph/site/policy'
import { setPolicies } from '@pictoglyph/site/policy/set-policy'
import type { Child } from 'hono/jsx'
import { goTo } from '../../context/answers.ts'
import type { SignedInContext } from '../../context/console-context.ts'
import { EditForm } from '../../parts/form.tsx'
import { policyFields, readPolicyForm, unusablePolicies } from './policy-fields.ts'

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

/** Saves it, and goes back to the page of the settings. */
export async function savePolicyForm(
  context: SignedInContext,
  keys: readonly PolicyKey[],
  path: string,
): Promise<Response> {
  const changed = await savePolicies(context, keys)
  return goTo(context, path, { name: 'policySaved', about: String(changed) })
}
