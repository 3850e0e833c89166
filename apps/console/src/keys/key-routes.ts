import type { MediaType } from '@pictoglyph/media/media-type'
import { createKey, findOwnKey, permissions, renewKey, revokeKey } from '@pictoglyph/site/keys'
import { restrictedKey } from '@pictoglyph/site/keys/restrictions'
import type { ApiKey } from '@pictoglyph/site/language/records'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { type UploadOutcome, upload } from '@pictoglyph/site/upload'
import { goTo, wantsJson } from '../context/answers.ts'
import type { ConsoleContext, SignedInContext } from '../context/console-context.ts'
import { flashSecret } from '../context/flash.ts'
import { idOf, returnPath } from '../context/page-address.ts'
import { takeShownOnce } from '../context/shown-once.ts'
import { readExpiry } from '../parts/read-expiry.ts'
import { keyName } from '../parts/shown-name.ts'
import { action, type ConsoleRoute, page } from '../routing/route.ts'
import { createGuestLink, showGuestLinks } from './guest-links.tsx'
import { changeOwnKey } from './key-change.ts'
import { categoryFor } from './key-configurations.tsx'
import { showKey, showNewKey } from './key-page.tsx'
import { restrictionsIn } from './key-restriction-fields.tsx'
import { showKeys } from './keys-page.tsx'
import { testImage } from './test-image.ts'

/** The form is on the page of one key. */
const onOne = { onRefused: showOne, page: (context: ConsoleContext) => `/keys/${idOf(context)}` }

export const keyRoutes: ConsoleRoute[] = [
  page('/keys', showKeys),
  action('/keys', { run: create, onRefused: showKeys, proof: true }),
  page('/keys/:id', showOne),
  action('/keys/:id', { ...onOne, run: change }),
  action('/keys/:id/revoke', { ...onOne, run: revoke, proof: true }),
  action('/keys/:id/renew', { ...onOne, run: renew, proof: true }),
  page('/guests', showGuestLinks),
  action('/guests', { run: createGuestLink, onRefused: showGuestLinks, proof: true }),
  action('/keys/:id/test', { ...onOne, run: test }),
]

async function create(context: SignedInContext): Promise<Response> {
  const { form, user } = context
  const { site } = context.services
  const category = form.get('defaultCategoryId') ?? ''
  const expiresAtMs = readExpiry(context)
  const { key, secret } = await createKey(site, context.actor, {
    userId: user.id,
    name: form.get('name') ?? '',
    permissions: permissions.filter((permission) => form.getAll('permission').includes(permission)),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    defaultCategoryId: category === '' ? null : category,
    clientKind: form.get('clientKind') === 'lsky' ? 'lsky' : 'standard',
    ...restrictedKey(restrictionsIn(form)),
  })
  return flashSecret(context, `/keys/${key.id}`, secret)
}

async function showOne(context: SignedInContext): Promise<Response> {
  const key = await ownKey(context)
  const secret = takeShownOnce(context, `/keys/${key.id}`)
  return secret === undefined ? showKey(context, key) : showNewKey(context, key, secret)
}

async function change(context: SignedInContext): Promise<Response> {
  return changeOwnKey(context, await ownKey(context))
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
  const isOwn = image.ownerId === context.user.id
  const name = isOwn ? (deduped ? 'keyTestedAgain' : 'keyTested') : 'keyTestedBefore'
  const { links } = context.services.site
  if (wantsJson(context.hono)) {
    const href = isOwn ? `/images/${image.id}` : links.page(image)
    const words = context.text.notice[name](told.about, told.detail)
    return context.hono.json({ ok: true, data: { told: words, href, src: links.direct(image) } })
  }
  if (isOwn && !context.form.has('shown')) return goTo(context, `/images/${image.id}`, { name, ...told })
  return goTo(context, `/keys/${key.id}`, { name, ...told, imageId: image.id })
}

async function renew(context: SignedInContext): Promise<Response> {
  const key = await ownKey(context)
  const secret = await renewKey(context.services.site, context.actor, key)
  return flashSecret(context, `/keys/${key.id}`, secret)
}

function ownKey(context: SignedInContext): Promise<ApiKey> {
  return findOwnKey(context.services.site, context.user.id, idOf(context))
}

/**
 * Uploads a small picture like a client with this key at the owner's address, so that the owner sees whether it works.
 * @throws {Failure} the answer that such a client would get
 */
async function sendTestImage(context: SignedInContext, key: ApiKey): Promise<UploadOutcome> {
  const { site, uploadPorts, lifecycle, afterUpload } = context.services
  const startedMs = performance.now()
  const uploader = { key, user: context.user }
  const outcome = await upload(uploadPorts, {
    address: context.address,
    uploader,
    async readBody(file) {
      await file.write(testImage(typesOf(site, key)))
      const categoryId = key.defaultCategoryId ?? (await firstCategory(site, key))
      const albumId = key.binding.albumIds?.[0]
      return { categoryId, ...(albumId && { albumId }), title: 'Pictoglyph test image' }
    },
    findUploader: async () => uploader,
    isStopping: () => lifecycle.stopping,
  })
  afterUpload({ requestId: context.requestContext.id, outcome, startedMs })
  return outcome
}

/** The types that both the key and the policy allow; all of the key's if there are none, so that the refusal shows. */
function typesOf(site: SitePorts, { binding }: ApiKey): readonly MediaType[] {
  const accepted = site.snapshot().policy['upload.types']
  const { types } = binding
  if (types === undefined) return accepted
  const both = types.filter((type) => accepted.includes(type))
  return both.length === 0 ? types : both
}

/** The first category that the key may use. */
async function firstCategory(site: SitePorts, key: ApiKey): Promise<string | undefined> {
  return categoryFor(key, await site.database.categories.list())
}
