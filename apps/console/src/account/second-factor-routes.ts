import { addAuthenticator, removeFactor, renewRecoveryCodes } from '@pictoglyph/site/accounts/second-factors'
import { goTo } from '../context/answers.ts'
import type { SignedInContext } from '../context/console-context.ts'
import { flashSecret } from '../context/flash.ts'
import { takeShownOnce } from '../context/shown-once.ts'
import { addPasskey } from '../passkeys/passkeys.ts'
import { action, type ConsoleRoute, page } from '../routing/route.ts'
import {
  addPath,
  codesPath,
  passkeyPath,
  showRecoveryCodes,
  showSecondFactor,
} from './second-factor-page.tsx'

export const secondFactorRoutes: ConsoleRoute[] = [
  page(addPath, showSecondFactor),
  action(addPath, { run: add, onRefused: showSecondFactor, proof: true }),
  action(passkeyPath, { run: addOwnPasskey, onRefused: showSecondFactor, proof: true }),
  action(`${addPath}/remove`, { run: remove, onRefused: showSecondFactor, proof: true }),
  page(codesPath, showCodes),
  action(codesPath, { run: renewCodes, onRefused: showSecondFactor, proof: true }),
]

async function add(context: SignedInContext): Promise<Response> {
  const { form, user, session, actor } = context
  const codes = await addAuthenticator(context.services.site, actor, user, {
    secret: form.get('secret') ?? '',
    code: form.get('code') ?? '',
    name: form.get('name') ?? '',
    keptTokenHash: session.tokenHash,
  })
  return afterAdding(context, codes)
}

async function addOwnPasskey(context: SignedInContext): Promise<Response> {
  return afterAdding(context, await addPasskey(context))
}

/** Shows the recovery codes once, which come with the first factor. */
function afterAdding(context: SignedInContext, codes: string[] | null): Response {
  if (codes !== null) return flashSecret(context, codesPath, codes.join(' '))
  return goTo(context, addPath, { name: 'factorAdded', about: '' })
}

async function remove(context: SignedInContext): Promise<Response> {
  const { form, user, session, actor } = context
  const factor = { id: form.get('factor') ?? '', keptTokenHash: session.tokenHash }
  await removeFactor(context.services.site, actor, user, factor)
  return goTo(context, addPath, { name: 'factorRemoved', about: '' })
}

async function renewCodes(context: SignedInContext): Promise<Response> {
  const codes = await renewRecoveryCodes(context.services.site, context.actor, context.user)
  return flashSecret(context, codesPath, codes.join(' '))
}

function showCodes(context: SignedInContext): Promise<Response> | Response {
  const codes = takeShownOnce(context, codesPath)
  return codes === undefined ? goTo(context, addPath) : showRecoveryCodes(context, codes)
}
