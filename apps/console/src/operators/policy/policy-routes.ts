import { setPolicies } from '@pictoglyph/site/policy/set-policy'
import { goTo } from '../../context/answers.ts'
import type { SignedInContext } from '../../context/console-context.ts'
import { type ConsoleRoute, operatorAction, operatorPage } from '../../routing/route.ts'
import { readPolicyForm } from './policy-form.ts'
import { showPolicy } from './policy-page.tsx'

export const policyRoutes: ConsoleRoute[] = [
  operatorPage('/settings/uploads', showPolicy),
  operatorAction('/settings/uploads', { run: save, onRefused: showPolicy }),
  operatorAction('/settings/uploads/preview', { run: showPolicy, proof: false }),
]

async function save(context: SignedInContext): Promise<Response> {
  const values = readPolicyForm(context.form)
  const changed = await setPolicies(context.services.site, context.actor, values, { client: context })
  return goTo(context, '/settings/uploads', { name: 'policySaved', about: String(changed.length) })
}
