import { type ApiKey, createKey, findOwnKey, permissions, readLifetime, revokeKey } from '@pictoglyph/core'
import { goTo } from '../context/answers.ts'
import type { SignedInContext } from '../context/console-context.ts'
import { flashSecret, takeFlash } from '../context/flash.ts'
import { idOf, returnPath } from '../context/page-address.ts'
import { keyName } from '../parts/shown-name.ts'
import { action, type ConsoleRoute, page } from '../routing/route.ts'
import { createGuestLink, showGuestLinks } from './guest-links.tsx'
import { expiryOf, numberOrNone } from './key-fields.ts'
import { showKey, showNewKey } from './key-page.tsx'
import { bindingOf } from './key-restriction-fields.tsx'
import { showKeys } from './keys-page.tsx'
import { sendTestImage } from './send-test-image.ts'

export const keyRoutes: ConsoleRoute[] = [
  page('/keys', showKeys),
  action('/keys', { run: create, onRefused: showKeys, proof: true }),
  page('/keys/:id', showOne),
  action('/keys/:id/revoke', { run: revoke, onRefused: showKeys, proof: true }),
  page('/guests', showGuestLinks),
  action('/guests', { run: createGuestLink, onRefused: showGuestLinks, proof: true }),
  action('/keys/:id/test', { run: test, onRefused: showOne }),
]

async function create(context: SignedInContext): Promise<Response> {
  const { form, user } = context
  const { site } = context.services
  const category = form.get('defaultCategoryId') ?? ''
  const lifetime = form.get('imageLifetime') ?? ''
  const { key, secret } = await createKey(site, context.actor, {
    userId: user.id,
    name: form.get('name') ?? '',
    permissions: permissions.filter((permission) => form.getAll('permission').includes(permission)),
    ...expiryOf(form, site.clock()),
    defaultCategoryId: category === '' ? null : category,
    clientKind: form.get('clientKind') === 'lsky' ? 'lsky' : 'standard',
    uploadsPerMinute: numberOrNone(form.get('uploadsPerMinute') ?? ''),
    maxUploads: numberOrNone(form.get('maxUploads') ?? ''),
    imageLifetimeMs: lifetime.trim() === '' ? null : readLifetime('imageLifetime', lifetime),
    binding: bindingOf(form),
  })
  return flashSecret(context, `/keys/${key.id}`, secret)
}

async function showOne(context: SignedInContext): Promise<Response> {
  const key = await ownKey(context)
  const secret = takeFlash(context)
  return secret === undefined ? showKey(context, key) : showNewKey(context, key, secret)
}

async function revoke(context: SignedInContext): Promise<Response> {
  const key = await ownKey(context)
  await revokeKey(context.services.site, context.actor, key.id)
  const back = returnPath(context.form.get('return') ?? '/keys')
  return goTo(context, back, { name: 'keyRevoked', about: keyName(context.text, key) })
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
