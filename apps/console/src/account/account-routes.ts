import { replaceGeneratedPassword } from '@pictoglyph/site/accounts/own-password'
import { endOtherSessions, endSession } from '@pictoglyph/site/accounts/sessions'
import { setDisplayName } from '@pictoglyph/site/accounts/users'
import { revokeAllKeys } from '@pictoglyph/site/keys'
import { badField } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { goTo } from '../context/answers.ts'
import type { SignedInContext } from '../context/console-context.ts'
import { showGallery } from '../gallery/gallery-page.tsx'
import { changedFields } from '../parts/shown-values.ts'
import { action, type ConsoleRoute, page, rerenderForm } from '../routing/route.ts'
import { firstPasswordPath } from '../session/obligations.ts'
import { reportRefusedProof } from '../session/report-sign-in.ts'
import { showAccount, shownDisplayName } from './account-page.tsx'

export const accountRoutes: ConsoleRoute[] = [
  page('/account', showAccount),
  action('/account/display-name', { run: changeDisplayName, onRefused: showAccount }),
  action('/account/password', { run: changePassword, onRefused: showAccount }),
  action(firstPasswordPath, {
    run: setFirstPassword,
    onRefused: rerenderForm(showGallery, '/images'),
    proof: true,
  }),
  action('/account/sessions/end', { run: end, onRefused: showAccount, proof: true }),
  action('/account/sessions/end-others', { run: endOthers, onRefused: showAccount, proof: true }),
]

async function changeDisplayName(context: SignedInContext): Promise<Response> {
  const name = (await changedFields(context, shownDisplayName(context.user))).get('displayName')
  if (name !== undefined) await setDisplayName(context.services.site, context.actor, context.user, name)
  return goTo(context, '/account', { name: 'saved', about: '' })
}

async function changePassword(context: SignedInContext): Promise<Response> {
  const { form, session } = context
  const password = form.get('password') ?? ''
  if (password !== form.get('again')) {
    throw badField('again', message('The two new passwords differ.'))
  }
  const change = { current: form.get('current') ?? '', password, keptTokenHash: session.tokenHash }
  await context.services.changeOwnPassword(context.actor, context.user, change, (check) =>
    reportRefusedProof(context, context.user, 'signin.failed', check),
  )
  if (form.get('revokeKeys') === 'on') {
    await revokeAllKeys(context.services.site, context.actor, context.user.id)
  }
  context.services.security?.('password.changed', context.requestContext, { user: context.user.name })
  return goTo(context, '/account', { name: 'passwordChanged', about: '' })
}

async function setFirstPassword(context: SignedInContext): Promise<Response> {
  const { form, session, services } = context
  const change = { password: form.get('password') ?? '', keptTokenHash: session.tokenHash }
  await replaceGeneratedPassword(services.site, context.actor, context.user, change)
  services.security?.('password.changed', context.requestContext, { user: context.user.name })
  return goTo(context, '/images', { name: 'passwordChanged', about: '' })
}

async function end(context: SignedInContext): Promise<Response> {
  const tokenHash = context.form.get('session') ?? ''
  await endSession(context.services.site, context.actor, context.user.id, tokenHash)
  return goTo(context, '/account', { name: 'sessionEnded', about: '' })
}

async function endOthers(context: SignedInContext): Promise<Response> {
  await endOtherSessions(context.services.site, context.actor, context.user.id, context.session.tokenHash)
  return goTo(context, '/account', { name: 'sessionsEnded', about: '' })
}
