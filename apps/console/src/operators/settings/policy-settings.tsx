/** @jsxImportSource hono/jsx */
import type { SettingGroup } from '@pictoglyph/forms/setting'
import type { FailureFacts } from '@pictoglyph/site/language/failure'
import { type Policy, readStoredPolicy, type StoredPolicy } from '@pictoglyph/site/policy'
import { setPolicies } from '@pictoglyph/site/policy/set-policy'
import type { Child } from 'hono/jsx'
import { goTo } from '../../context/answers.ts'
import type { SignedInContext } from '../../context/console-context.ts'
import { EditForm } from '../../parts/form.tsx'
import { valuesInAddress } from '../../parts/shown-values.ts'
import { type ConsoleRoute, operatorAction, operatorPage, type Show } from '../../routing/route.ts'
import { policyFields, readPolicyForm, settingsOf, unusablePolicies, wishedPolicy } from './policy-fields.ts'
import { type SettingsTab, settingsPath } from './settings-page.tsx'

/** The policies as they are stored. */
export async function storedPolicy({ services }: Pick<SignedInContext, 'services'>): Promise<StoredPolicy> {
  return readStoredPolicy(await services.site.database.settings.all())
}

/** A form of the settings of some groups, each in a field of its name. */
export const PolicyForm = (props: {
  stored: StoredPolicy
  groups: readonly SettingGroup[]
  action: string
  class: string
  /** As of `Form`, and what was sent to it. */
  preview?: { address: string; id: string }
  written?: URLSearchParams
  children: Child
}) => {
  const { stored, groups, ...form } = props
  const present = policyFields(stored.policy, settingsOf(...groups))
  return <EditForm {...form} present={present} unusable={unusablePolicies(stored)} />
}

/** What a form with a preview has to show. */
interface PreviewedForm {
  stored: StoredPolicy
  /** Values of the form that was sent, or those in the address: they change nothing. */
  written: URLSearchParams
  /** The policy with these values. */
  wished: { policy: Policy } | { refusal: FailureFacts }
}

/** Reads a form that has a preview. */
export async function readPreviewedForm(
  context: SignedInContext,
  groups: readonly SettingGroup[],
): Promise<PreviewedForm> {
  const { form, query } = context
  const keys = settingsOf(...groups)
  const stored = await storedPolicy(context)
  const isSent = keys.some((key) => form.has(key))
  const written = isSent ? form : valuesInAddress(query, policyFields(stored.policy, keys))
  return { stored, written, wished: wishedPolicy(written, stored, keys) }
}

/** Saves what was changed in such a form. @returns how many policies changed @throws {Failure} as `setPolicies` */
export async function savePolicies(
  context: SignedInContext,
  groups: readonly SettingGroup[],
  door: Parameters<typeof setPolicies>[3] = { client: context },
): Promise<number> {
  const { site } = context.services
  const values = readPolicyForm(context.form, await storedPolicy(context), settingsOf(...groups))
  return (await setPolicies(site, context.actor, values, door)).length
}

/** The page of a tab with a form of some groups, and the form's own address. */
export function policyFormRoutes(
  tab: SettingsTab,
  groups: readonly SettingGroup[],
  show: Show,
): ConsoleRoute[] {
  const path = settingsPath(tab)
  const run = async (context: SignedInContext) => {
    const changed = await savePolicies(context, groups)
    return goTo(context, path, { name: 'policySaved', about: String(changed) })
  }
  return [operatorPage(path, show), operatorAction(path, { run, onRefused: show })]
}

/** The address at which such a form shows its preview again, and saves nothing. */
export const previewRoute = (tab: SettingsTab, show: Show): ConsoleRoute =>
  operatorAction(`${settingsPath(tab)}/preview`, { run: show, proof: false })
