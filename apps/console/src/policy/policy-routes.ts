import { setPolicies } from '@pictoglyph/core'
import { type ConsoleRoute, operatorAct, operatorPage } from '../routing/route.ts'
import { goTo } from '../visit/answers.ts'
import type { MemberVisit } from '../visit/visit.ts'
import { readPolicyForm } from './policy-form.ts'
import { showPolicy } from './policy-page.tsx'

export const policyRoutes: ConsoleRoute[] = [
  operatorPage('/policy', showPolicy),
  operatorAct('/policy', { perform: save, again: showPolicy }),
  operatorAct('/policy/preview', { perform: showPolicy }),
]

async function save(visit: MemberVisit): Promise<Response> {
  const changed = await setPolicies(visit.services.site, visit.actor, readPolicyForm(visit.form))
  return goTo(visit, '/policy', { name: 'policySaved', about: String(changed.length) })
}
