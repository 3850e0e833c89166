import {
  addUser,
  generatePassword,
  message,
  notFound,
  setUserDisabled,
  setUserPassword,
  setUserQuota,
  setUserRole,
  type User,
} from '@pictoglyph/core'
import { goTo } from '../context/answers.ts'
import { choiceIn, isOn } from '../context/choice-in.ts'
import type { SignedInContext } from '../context/console-context.ts'
import { idOf } from '../context/id-of.ts'
import { showOnce, takeShownOnce } from '../context/shown-once.ts'
import { type ConsoleRoute, operatorAct, operatorPage } from '../routing/route.ts'
import { showPasswordOnce } from './password-page.tsx'
import { readQuotaForm } from './quota-form.ts'
import { showUsers } from './users-page.tsx'

export const userRoutes: ConsoleRoute[] = [
  operatorPage('/users', showUsers),
  operatorAct('/users', { perform: add, again: showUsers }),
  operatorAct('/users/:id/role', { perform: changeRole, again: showUsers }),
  operatorAct('/users/:id/quota', { perform: changeQuota, again: showUsers }),
  operatorAct('/users/:id/disabled', { perform: changeDisabled, again: showUsers }),
  operatorPage('/users/:id/password', showPassword),
  operatorAct('/users/:id/password', { perform: resetPassword, again: showUsers }),
]

async function add(context: SignedInContext): Promise<Response> {
  const { form } = context
  const password = form.get('password') ?? ''
  const { user, generatedPassword } = await addUser(context.services.site, context.actor, {
    name: form.get('name') ?? '',
    role: choiceIn(form, 'role', ['admin', 'member']),
    ...(password === '' ? {} : { password }),
  })
  if (generatedPassword !== null) return showOnce(context, passwordPath(user), generatedPassword)
  return goTo(context, '/users', { name: 'userAdded', about: user.name })
}

async function changeRole(context: SignedInContext): Promise<Response> {
  const user = await subjectOf(context)
  const role = choiceIn(context.form, 'role', ['admin', 'member'])
  await setUserRole(context.services.site, context.actor, user, role)
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
  const keptSession = user.id === context.user.id ? context.session.tokenHash : null
  await setUserPassword(context.services.site, context.actor, user, password, keptSession)
  return showOnce(context, passwordPath(user), password)
}

async function showPassword(context: SignedInContext): Promise<Response> {
  const user = await subjectOf(context)
  const password = takeShownOnce(context)
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
