import {
  addUser,
  generatePassword,
  message,
  notFound,
  removeAllFactors,
  revokeAllKeys,
  setPolicies,
  setUserDisabled,
  setUserPassword,
  setUserQuota,
  setUserRole,
  type User,
} from '@pictoglyph/core'
import { goTo } from '../../context/answers.ts'
import type { SignedInContext } from '../../context/console-context.ts'
import { flashSecret, takeFlash } from '../../context/flash.ts'
import { idOf } from '../../context/page-address.ts'
import { choiceIn, isOn } from '../../context/submitted-form.ts'
import { type ConsoleRoute, operatorAction, operatorPage } from '../../routing/route.ts'
import { accountPolicyKeys } from './account-policy-form.tsx'
import { showPasswordOnce } from './password-page.tsx'
import { readQuotaForm } from './quota-form.ts'
import { showUsers } from './users-page.tsx'

export const userRoutes: ConsoleRoute[] = [
  operatorPage('/users', showUsers),
  operatorAction('/users', { run: add, onRefused: showUsers, proof: true }),
  operatorAction('/users/:id/role', { run: changeRole, onRefused: showUsers, proof: true }),
  operatorAction('/users/:id/quota', { run: changeQuota, onRefused: showUsers }),
  operatorAction('/users/:id/disabled', { run: changeDisabled, onRefused: showUsers }),
  operatorPage('/users/:id/password', showPassword),
  operatorAction('/users/:id/password', { run: resetPassword, onRefused: showUsers, proof: true }),
  operatorAction('/users/:id/second-factor/remove', {
    run: removeFactors,
    onRefused: showUsers,
    proof: true,
  }),
  operatorAction('/users/policy', { run: changePolicy, onRefused: showUsers, proof: true }),
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

async function changeRole(context: SignedInContext): Promise<Response> {
  const user = await subjectOf(context)
  const role = choiceIn(context.form, 'role', ['admin', 'member'])
  await setUserRole(context.services.site, context.actor, user, role)
  context.services.security?.('role.changed', context.requestContext, { user: user.name })
  return goTo(context, '/users', { name: 'saved', about: '' })
}

async function changeQuota(context: SignedInContext): Promise<Response> {
  const user = await subjectOf(context)
  await setUserQuota(context.services.site, context.actor, user, readQuotaForm(context.form))
  return goTo(context, '/users', { name: 'saved', about: '' })
}

async function changeDisabled(context: SignedInContext): Promise<Response> {
  const user = await subjectOf(context)
  const disabled = isOn(context.form, 'disabled')
  await setUserDisabled(context.services.site, context.actor, user, disabled)
  return goTo(context, '/users', { name: disabled ? 'userDisabled' : 'userEnabled', about: user.name })
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

async function changePolicy(context: SignedInContext): Promise<Response> {
  const sent = accountPolicyKeys.filter((key) => context.form.has(key))
  const values = new Map(sent.map((key) => [key, (context.form.get(key) ?? '').trim()]))
  const changed = await setPolicies(context.services.site, context.actor, values)
  return goTo(context, '/users', { name: 'policySaved', about: String(changed.length) })
}

async function showPassword(context: SignedInContext): Promise<Response> {
  const user = await subjectOf(context)
  const password = takeFlash(context)
  if (password !== undefined) return showPasswordOnce(context, user, password)
  return goTo(context, '/users', { name: 'passwordWasShown', about: user.name })
}

const passwordPath = ({ id }: User): string => `/users/${id}/password`

async function subjectOf(context: SignedInContext): Promise<User> {
  const id = idOf(context)
  const user = await context.services.site.database.users.byId(id)
  if (user === undefined) throw notFound(message('The user "{name}"', { name: id }))
  return user
}
