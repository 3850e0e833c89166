import { setPolicies } from '@pictoglyph/core'
import { goTo } from '../../context/answers.ts'
import type { SignedInContext } from '../../context/console-context.ts'
import { type ConsoleRoute, operatorAction, operatorPage } from '../../routing/route.ts'
import { readPolicyForm } from './policy-form.ts'
import { showPolicy } from './policy-page.tsx'

export const policyRoutes: ConsoleRoute[] = [
  operatorPage('/policy', showPolicy),
  operatorAction('/policy', { run: save, onRefused: showPolicy }),
  operatorAction('/policy/preview', { run: showPolicy }),
]

async function save(context: SignedInContext): Promise<Response> {
  const changed = await setPolicies(context.services.site, context.actor, readPolicyForm(context.form))
  return goTo(context, '/policy', { name: 'policySaved', about: String(changed.length) })
}
