import {
  addUser,
  generatePassword,
  notFound,
  sentence,
  setUserDisabled,
  setUserPassword,
  setUserQuota,
  setUserRole,
  type User,
} from '@pictoglyph/core'
import { type ConsoleRoute, operatorAct, operatorPage } from '../routing/route.ts'
import { goTo } from '../visit/answers.ts'
import { choiceIn, isOn } from '../visit/choice-in.ts'
import { idOf } from '../visit/id-of.ts'
import { showOnce, takeShownOnce } from '../visit/shown-once.ts'
import type { MemberVisit } from '../visit/visit.ts'
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

async function add(visit: MemberVisit): Promise<Response> {
  const { form } = visit
  const password = form.get('password') ?? ''
  const { user, generatedPassword } = await addUser(visit.services.site, visit.actor, {
    name: form.get('name') ?? '',
    role: choiceIn(form, 'role', ['admin', 'member']),
    ...(password === '' ? {} : { password }),
  })
  if (generatedPassword !== null) return showOnce(visit, passwordPath(user), generatedPassword)
  return goTo(visit, '/users', { name: 'userAdded', about: user.name })
}

async function changeRole(visit: MemberVisit): Promise<Response> {
  const user = await subjectOf(visit)
  const role = choiceIn(visit.form, 'role', ['admin', 'member'])
  await setUserRole(visit.services.site, visit.actor, user, role)
  return goTo(visit, '/users', { name: 'saved', about: '' })
}

async function changeQuota(visit: MemberVisit): Promise<Response> {
  const user = await subjectOf(visit)
  await setUserQuota(visit.services.site, visit.actor, user, readQuotaForm(visit.form))
  return goTo(visit, '/users', { name: 'saved', about: '' })
}

async function changeDisabled(visit: MemberVisit): Promise<Response> {
  const user = await subjectOf(visit)
  const disabled = isOn(visit.form, 'disabled')
  await setUserDisabled(visit.services.site, visit.actor, user, disabled)
  return goTo(visit, '/users', { name: disabled ? 'userDisabled' : 'userEnabled', about: user.name })
}

async function resetPassword(visit: MemberVisit): Promise<Response> {
  const user = await subjectOf(visit)
  const password = generatePassword()
  const keptSession = user.id === visit.user.id ? visit.session.tokenHash : null
  await setUserPassword(visit.services.site, visit.actor, user, password, keptSession)
  return showOnce(visit, passwordPath(user), password)
}

async function showPassword(visit: MemberVisit): Promise<Response> {
  const user = await subjectOf(visit)
  const password = takeShownOnce(visit)
  if (password !== undefined) return showPasswordOnce(visit, user, password)
  return goTo(visit, '/users', { name: 'passwordWasShown', about: user.name })
}

const passwordPath = ({ id }: User): string => `/users/${id}/password`

async function subjectOf(visit: MemberVisit): Promise<User> {
  const id = idOf(visit)
  const user = await visit.services.site.database.users.byId(id)
  if (user === undefined) throw notFound(sentence('The user "{name}"', { name: id }))
  return user
}
