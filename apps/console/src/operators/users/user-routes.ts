import { deleteUser } from '@pictoglyph/site/accounts/delete-user'
import { removeAllFactors } from '@pictoglyph/site/accounts/second-factors'
import {
  addUser,
  changeUser,
  generatePassword,
  setUserDisabled,
  setUserPassword,
} from '@pictoglyph/site/accounts/users'
import { revokeAllKeys } from '@pictoglyph/site/keys'
import { notFound } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import type { User } from '@pictoglyph/site/language/records'
import { goTo } from '../../context/answers.ts'
import type { ConsoleContext, SignedInContext } from '../../context/console-context.ts'
import { flashSecret } from '../../context/flash.ts'
import { idOf, returnPath } from '../../context/page-address.ts'
import { takeShownOnce } from '../../context/shown-once.ts'
import { choiceIn, isOn } from '../../context/submitted-form.ts'
import { changedFields } from '../../parts/shown-values.ts'
import { type ConsoleRoute, operatorAction, operatorPage } from '../../routing/route.ts'
import { showDeletion } from './delete-page.tsx'
import { end, invite, inviteAgain, showInvitationLink } from './invitations.tsx'
import { passwordPath, showPasswordOnce } from './password-page.tsx'
import { readQuota } from './quota-form.ts'
import { shownUser, showUser, userPath } from './user-page.tsx'
import { showUsers } from './users-page.tsx'

/** The form is on the page of one user. */
const onOne = { onRefused: showOne, page: (context: ConsoleContext) => userPath({ id: idOf(context) }) }

export const userRoutes: ConsoleRoute[] = [
  operatorPage('/users', showUsers),
  operatorAction('/users', { run: add, onRefused: showUsers }),
  operatorPage('/users/invitation', showInvitationLink),
  operatorAction('/users/invitation', { run: invite, onRefused: showUsers }),
  operatorAction('/users/invitation/:id/end', { run: end, onRefused: showUsers }),
  operatorPage('/users/:id', showOne),
  operatorAction('/users/:id', { ...onOne, run: change }),
  operatorAction('/users/:id/disabled', { ...onOne, run: changeDisabled }),
  operatorAction('/users/:id/invitation', { ...onOne, run: inviteUserAgain }),
  operatorPage('/users/:id/delete', showDeletionOf),
  operatorAction('/users/:id/delete', { run: remove, onRefused: showDeletionOf }),
  operatorPage('/users/:id/password', showPassword),
  operatorAction('/users/:id/password', { ...onOne, run: resetPassword }),
  operatorAction('/users/:id/second-factor/remove', { ...onOne, run: removeFactors }),
]

async function add(context: SignedInContext): Promise<Response> {
  const { form } = context
  const password = form.get('password') ?? ''
  const { user, generatedPassword } = await addUser(context.services.site, context.actor, {
    name: form.get('name') ?? '',
    role: choiceIn(form, 'role', ['admin', 'member']),
    ...(password === '' ? {} : { password }),
  })
  if (generatedPassword !== null) return flashSecret(context, passwordPath(user), generatedPassword)
  return goTo(context, '/users', { name: 'userAdded', about: user.name })
}

async function showOne(context: SignedInContext): Promise<Response> {
  return showUser(context, await subjectOf(context))
}

async function change(context: SignedInContext): Promise<Response> {
  const { form, services, actor, requestContext } = context
  const user = await subjectOf(context)
  const fields = await changedFields(context, shownUser(user))
  const { name, quota } = Object.fromEntries(fields)
  const changed = await changeUser(services.site, actor, user, {
    ...(name !== undefined && { name }),
    ...(fields.has('role') && { role: choiceIn(form, 'role', ['admin', 'member']) }),
    ...(quota !== undefined && { quotaBytes: readQuota(quota) }),
  })
  if (changed.role !== user.role) {
    services.security?.('role.changed', requestContext, { user: changed.name })
  }
  return goTo(context, returnPath(form.get('return') ?? '/users'), { name: 'saved', about: '' })
}

async function changeDisabled(context: SignedInContext): Promise<Response> {
  const user = await subjectOf(context)
  const disabled = isOn(context.form, 'disabled')
  const hidesImages = context.form.get('hideImages') === 'on'
  await setUserDisabled(context.services.site, context.actor, user, disabled, { hidesImages })
  return goTo(context, '/users', { name: disabled ? 'userDisabled' : 'userEnabled', about: user.name })
}

async function inviteUserAgain(context: SignedInContext): Promise<Response> {
  return inviteAgain(context, await subjectOf(context))
}

async function showDeletionOf(context: SignedInContext): Promise<Response> {
  return showDeletion(context, await subjectOf(context))
}

async function remove(context: SignedInContext): Promise<Response> {
  const user = await subjectOf(context)
  const keepsImages = choiceIn(context.form, 'images', ['delete', 'keep']) === 'keep'
  await deleteUser(context.services.site, context.actor, user, { keepsImages })
  return goTo(context, '/users', { name: 'userDeleted', about: '' })
}

async function resetPassword(context: SignedInContext): Promise<Response> {
  const user = await subjectOf(context)
  const password = generatePassword()
  const keptTokenHash = user.id === context.user.id ? context.session.tokenHash : null
  const { site } = context.services
  await setUserPassword(site, context.actor, user, { password, isGenerated: true, keptTokenHash })
  if (context.form.get('revokeKeys') === 'on') await revokeAllKeys(site, context.actor, user.id)
  context.services.security?.('password.changed', context.requestContext, { user: user.name })
  return flashSecret(context, passwordPath(user), password)
}

async function removeFactors(context: SignedInContext): Promise<Response> {
  const user = await subjectOf(context)
  await removeAllFactors(context.services.site, context.actor, user)
  return goTo(context, '/users', { name: 'factorsRemoved', about: user.name })
}

async function showPassword(context: SignedInContext): Promise<Response> {
  const user = await subjectOf(context)
  const password = takeShownOnce(context, passwordPath(user))
  if (password !== undefined) return showPasswordOnce(context, user, password)
  return goTo(context, '/users', { name: 'passwordWasShown', about: user.name })
}

async function subjectOf(context: SignedInContext): Promise<User> {
  const id = idOf(context)
  const user = await context.services.site.database.users.byId(id)
  if (user === undefined) throw notFound(message('The user "{name}"', { name: id }))
  return user
}
