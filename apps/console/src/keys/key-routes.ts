import {
  type ApiKey,
  badField,
  createKey,
  findOwnKey,
  permissions,
  revokeKey,
  sentence,
} from '@pictoglyph/core'
import { dayMs } from '../days/day.ts'
import { keyName } from '../parts/shown-name.ts'
import { act, type ConsoleRoute, page } from '../routing/route.ts'
import { goTo } from '../visit/answers.ts'
import { idOf } from '../visit/id-of.ts'
import { showOnce, takeShownOnce } from '../visit/shown-once.ts'
import type { MemberVisit } from '../visit/visit.ts'
import { showKey, showNewKey } from './key-page.tsx'
import { showKeys } from './keys-page.tsx'
import { sendTestImage } from './send-test-image.ts'

export const keyRoutes: ConsoleRoute[] = [
  page('/keys', showKeys),
  act('/keys', { perform: create, again: showKeys }),
  page('/keys/:id', showOne),
  act('/keys/:id/revoke', { perform: revoke, again: showKeys }),
  act('/keys/:id/test', { perform: test, again: showOne }),
]

async function create(visit: MemberVisit): Promise<Response> {
  const { form, user } = visit
  const { site } = visit.services
  const category = form.get('defaultCategoryId') ?? ''
  const { key, secret } = await createKey(site, visit.actor, {
    userId: user.id,
    name: form.get('name') ?? '',
    permissions: permissions.filter((permission) => form.getAll('permission').includes(permission)),
    expiresAtMs: expiryOf(form.get('expires') ?? '', site.clock()),
    defaultCategoryId: category === '' ? null : category,
    clientKind: form.get('clientKind') === 'lsky' ? 'lsky' : 'standard',
    binding: {},
  })
  return showOnce(visit, `/keys/${key.id}`, secret)
}

/** An expiry as the form offers it: a number of days from now, or none. @throws {Failure} BAD_REQUEST */
function expiryOf(days: string, nowMs: number): number | null {
  if (days === '') return null
  if (!/^\d+$/.test(days)) throw badField('expires', sentence('The expiry is not a number of days.'))
  return nowMs + Number(days) * dayMs
}

async function showOne(visit: MemberVisit): Promise<Response> {
  const key = await ownKey(visit)
  const secret = takeShownOnce(visit)
  return secret === undefined ? showKey(visit, key) : showNewKey(visit, key, secret)
}

async function revoke(visit: MemberVisit): Promise<Response> {
  const key = await ownKey(visit)
  await revokeKey(visit.services.site, visit.actor, key.id)
  return goTo(visit, '/keys', { name: 'keyRevoked', about: keyName(visit.text, key) })
}

async function test(visit: MemberVisit): Promise<Response> {
  const key = await ownKey(visit)
  const { image } = await sendTestImage(visit, key)
  if (image.ownerId !== visit.user.id) {
    const notice = { name: 'keyTestedBefore', about: keyName(visit.text, key), imageId: image.id } as const
    return goTo(visit, `/keys/${key.id}`, notice)
  }
  return goTo(visit, `/images/${image.id}`, { name: 'keyTested', about: keyName(visit.text, key) })
}

function ownKey(visit: MemberVisit): Promise<ApiKey> {
  return findOwnKey(visit.services.site, visit.user.id, idOf(visit))
}
