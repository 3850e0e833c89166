import {
  type ApiKey,
  badField,
  createKey,
  findOwnKey,
  message,
  permissions,
  revokeKey,
} from '@pictoglyph/core'
import { goTo } from '../context/answers.ts'
import type { SignedInContext } from '../context/console-context.ts'
import { flashSecret, takeFlash } from '../context/flash.ts'
import { idOf } from '../context/page-address.ts'
import { dayMs } from '../parts/day-range.tsx'
import { keyName } from '../parts/shown-name.ts'
import { action, type ConsoleRoute, page } from '../routing/route.ts'
import { showKey, showNewKey } from './key-page.tsx'
import { bindingOf } from './key-restriction-fields.tsx'
import { showKeys } from './keys-page.tsx'
import { sendTestImage } from './send-test-image.ts'

export const keyRoutes: ConsoleRoute[] = [
  page('/keys', showKeys),
  action('/keys', { run: create, onRefused: showKeys, proof: true }),
  page('/keys/:id', showOne),
  action('/keys/:id/revoke', { run: revoke, onRefused: showKeys, proof: true }),
  action('/keys/:id/test', { run: test, onRefused: showOne }),
]

async function create(context: SignedInContext): Promise<Response> {
  const { form, user } = context
  const { site } = context.services
  const category = form.get('defaultCategoryId') ?? ''
  const { key, secret } = await createKey(site, context.actor, {
    userId: user.id,
    name: form.get('name') ?? '',
    permissions: permissions.filter((permission) => form.getAll('permission').includes(permission)),
    ...expiryOf(form, site.clock()),
    defaultCategoryId: category === '' ? null : category,
    clientKind: form.get('clientKind') === 'lsky' ? 'lsky' : 'standard',
    uploadsPerMinute: numberOrNone(form.get('uploadsPerMinute') ?? ''),
    binding: bindingOf(form),
  })
  return flashSecret(context, `/keys/${key.id}`, secret)
}

/** An expiry as the form offers it: days from now, none, or left to the policy. @throws {Failure} BAD_REQUEST */
function expiryOf(form: URLSearchParams, nowMs: number): { expiresAtMs?: number | null } {
  const days = form.get('expires')
  if (days === 'day') return { expiresAtMs: endOfDay(form.get('lastDay') ?? '') }
  if (days === null) return {}
  if (days === '') return { expiresAtMs: null }
  if (!/^\d+$/.test(days)) throw badField('expires', message('The expiry is not a number of days.'))
  return { expiresAtMs: nowMs + Number(days) * dayMs }
}

/** The end of a day in UTC. @throws {Failure} BAD_REQUEST */
function endOfDay(written: string): number {
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(written) ? Date.parse(`${written}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(atMs)) throw badField('lastDay', message('"{written}" is not a day.', { written }))
  return atMs + dayMs
}

/** Not a number where the field holds none, which the rules refuse. */
const numberOrNone = (written: string): number | null => (written.trim() === '' ? null : Number(written))

async function showOne(context: SignedInContext): Promise<Response> {
  const key = await ownKey(context)
  const secret = takeFlash(context)
  return secret === undefined ? showKey(context, key) : showNewKey(context, key, secret)
}

async function revoke(context: SignedInContext): Promise<Response> {
  const key = await ownKey(context)
  await revokeKey(context.services.site, context.actor, key.id)
  return goTo(context, '/keys', { name: 'keyRevoked', about: keyName(context.text, key) })
}

async function test(context: SignedInContext): Promise<Response> {
  const key = await ownKey(context)
  const { image, deduped } = await sendTestImage(context, key)
  const told = { about: keyName(context.text, key), detail: key.binding.networks?.join(', ') ?? '' }
  if (image.ownerId !== context.user.id) {
    return goTo(context, `/keys/${key.id}`, { name: 'keyTestedBefore', ...told, imageId: image.id })
  }
  return goTo(context, `/images/${image.id}`, { name: deduped ? 'keyTestedAgain' : 'keyTested', ...told })
}

function ownKey(context: SignedInContext): Promise<ApiKey> {
  return findOwnKey(context.services.site, context.user.id, idOf(context))
}
