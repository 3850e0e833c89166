import { badField, endOtherSessions, endSession, sentence } from '@pictoglyph/core'
import { act, type ConsoleRoute, page } from '../routing/route.ts'
import { goTo } from '../visit/answers.ts'
import type { MemberVisit } from '../visit/visit.ts'
import { showAccount } from './account-page.tsx'

export const accountRoutes: ConsoleRoute[] = [
  page('/account', showAccount),
  act('/account/password', { perform: changePassword, again: showAccount }),
  act('/account/sessions/end', { perform: end, again: showAccount }),
  act('/account/sessions/end-others', { perform: endOthers, again: showAccount }),
]

async function changePassword(visit: MemberVisit): Promise<Response> {
  const { form, session } = visit
  const password = form.get('password') ?? ''
  if (password !== form.get('again')) {
    throw badField('again', sentence('The two new passwords differ.'))
  }
  const change = { current: form.get('current') ?? '', password, keptTokenHash: session.tokenHash }
  await visit.services.changeOwnPassword(visit.actor, visit.user, change)
  return goTo(visit, '/account', { name: 'passwordChanged', about: '' })
}

async function end(visit: MemberVisit): Promise<Response> {
  const tokenHash = visit.form.get('session') ?? ''
  await endSession(visit.services.site, visit.actor, visit.user.id, tokenHash)
  return goTo(visit, '/account', { name: 'sessionEnded', about: '' })
}

async function endOthers(visit: MemberVisit): Promise<Response> {
  await endOtherSessions(visit.services.site, visit.actor, visit.user.id, visit.session.tokenHash)
  return goTo(visit, '/account', { name: 'sessionsEnded', about: '' })
}
