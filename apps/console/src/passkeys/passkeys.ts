import type { SecondFactor } from '@pictoglyph/site/accounts/factor-rows'
import { addFactor } from '@pictoglyph/site/accounts/second-factors'
import { badField } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { parsedJson } from '@pictoglyph/site/language/parsed-json'
import type { User } from '@pictoglyph/site/language/records'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { ConsoleContext, SignedInContext } from '../context/console-context.ts'
import type { ConsoleServices } from '../services.ts'
import { type Ceremony, createChallengeCheck, drawChallenge, useChallenge } from './challenges.ts'

/** Loaded with the first passkey, because many sites rarely need it. */
const library = () => import('@simplewebauthn/server')

const kept = z.object({ id: z.string(), publicKey: z.base64url(), transports: z.array(z.string()) })

/** The shape of a browser's answer; the library checks all else. */
const response = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string(), userHandle: z.string().nullish() }),
  clientExtensionResults: z.looseObject({}),
})

/** Whether browsers create passkeys for this console: only for host names, not for addresses. */
export function isPasskeyHost(consoleUrl: string): boolean {
  const { hostname } = new URL(consoleUrl)
  return !hostname.startsWith('[') && !/^[\d.]+$/.test(hostname)
}

const expectations = ({ urls }: Pick<ConsoleServices, 'urls'>) => {
  const { origin, hostname } = new URL(urls.console)
  return { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: false }
}

interface Passkey {
  factor: SecondFactor
  credential: z.output<typeof kept>
}

/** The passkeys among a user's factors. One with an unreadable row is left out, though still required. */
const passkeysOf = (factors: readonly SecondFactor[]): Passkey[] =>
  factors.flatMap((factor) => {
    if (factor.kind !== 'passkey') return []
    const credential = kept.safeParse(parsedJson(factor.secret)).data
    return credential === undefined ? [] : { factor, credential }
  })

/** The browser's options for a new passkey. */
export async function creationOptions(
  { services, hono, user }: SignedInContext,
  factors: readonly SecondFactor[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  const { expectedRPID: rpID } = expectations(services)
  return generateRegistrationOptions({
    rpName: services.site.snapshot().policy['site.name'],
    rpID,
    userName: user.name,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.id),
    challenge: await drawChallenge(services, 'add', services.cookies.get(hono, 'session') ?? ''),
    excludeCredentials: passkeysOf(factors).map(({ credential }) => credential),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Adds a new passkey from the browser. @returns like `addFactor` @throws {Failure} BAD_REQUEST */
export async function addPasskey(context: SignedInContext): Promise<string[] | null> {
  const { services, hono, user, session, form, actor } = context
  const { verifyRegistrationResponse } = await library()
  const token = services.cookies.get(hono, 'session') ?? ''
  const sent = readResponse(form.get('passkey')) as RegistrationResponseJSON | undefined
  const verified =
    sent &&
    (await verifyRegistrationResponse({
      ...expectations(services),
      response: sent,
      expectedChallenge: await createChallengeCheck(services, 'add', token),
    }).catch(refusal))
  if (!verified?.verified || !(await useChallenge(services, sent?.response.clientDataJSON ?? '')))
    throw badField('passkey', message('The passkey could not be read. Try again.'))
  const { credential } = verified.registrationInfo
  const present = await services.site.database.factors.list(user.id)
  if (passkeysOf(present).some((one) => one.credential.id === credential.id)) {
    throw badField('passkey', message('This passkey is set up already.'))
  }
  return addFactor(services.site, actor, user, {
    kind: 'passkey',
    name: form.get('name') ?? '',
    secret: JSON.stringify({
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      transports: credential.transports ?? [],
    }),
    counter: credential.counter,
    keptTokenHash: session.tokenHash,
  })
}

/** The user who has to sign, and the secret of the session, or of the pending sign-in. */
interface Asked {
  token: string
  user: User
}

/** The browser's options for a signature by one of the user's passkeys; `undefined` if there is none. */
export async function requestOptions(
  services: ConsoleServices,
  { token, user }: Asked,
): Promise<PublicKeyCredentialRequestOptionsJSON | undefined> {
  const passkeys = passkeysOf(await services.site.database.factors.list(user.id))
  if (passkeys.length === 0 || !isPasskeyHost(services.urls.console)) return undefined
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: expectations(services).expectedRPID,
    challenge: await drawChallenge(services, 'prove', token),
    allowCredentials: passkeys.map(({ credential }) => credential),
    userVerification: 'preferred',
  })
}

/** Whether a form's field has a signature by one of the user's passkeys for this session. Records its use. */
export function isPasskeyProof(
  { services, address }: ConsoleContext,
  written: string,
  { token, user }: Asked,
): Promise<boolean> {
  return services.proofs.isPasskey(user, address, () =>
    isSigned(services, readResponse(written), user, { ceremony: 'prove', secret: token, isAlone: false }),
  )
}

/** The browser's options for a sign-in by any passkey; `undefined` if this host can't have any. */
export async function signInOptions({
  services,
  csrfToken,
}: ConsoleContext): Promise<PublicKeyCredentialRequestOptionsJSON | undefined> {
  if (!isPasskeyHost(services.urls.console)) return undefined
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: expectations(services).expectedRPID,
    challenge: await drawChallenge(services, 'signIn', csrfToken),
    userVerification: 'required',
  })
}

/** The user whose passkey has signed for this sign-in, after it verified the user. */
export async function userOfPasskey(
  { services, address, csrfToken }: ConsoleContext,
  written: string,
): Promise<User | undefined> {
  const sent = readResponse(written)
  const userId = Buffer.from(sent?.response.userHandle ?? '', 'base64url').toString()
  const user = /^[0-9A-Za-z_-]+$/.test(userId) ? await services.site.database.users.byId(userId) : undefined
  if (user === undefined || (await passkeyNamed(services, user, sent)) === undefined) return undefined
  const isRight = await services.proofs.isPasskey(user, address, () =>
    isSigned(services, sent, user, { ceremony: 'signIn', secret: csrfToken, isAlone: true }),
  )
  return isRight ? user : undefined
}

async function passkeyNamed({ site }: ConsoleServices, { id }: User, sent: Sent | undefined) {
  return passkeysOf(await site.database.factors.list(id)).find((one) => one.credential.id === sent?.id)
}

async function isSigned(
  services: ConsoleServices,
  sent: Sent | undefined,
  user: User,
  { ceremony, secret, isAlone }: { ceremony: Ceremony; secret: string; isAlone: boolean },
): Promise<boolean> {
  const passkey = await passkeyNamed(services, user, sent)
  if (sent === undefined || passkey === undefined) return false
  const { verifyAuthenticationResponse } = await library()
  const { factor, credential } = passkey
  const { id, publicKey } = credential
  const verified = await verifyAuthenticationResponse({
    ...expectations(services),
    requireUserVerification: isAlone,
    response: sent as unknown as AuthenticationResponseJSON,
    expectedChallenge: await createChallengeCheck(services, ceremony, secret),
    // A counter that goes back, even to 0, indicates a copy (Web Authentication section 6.1.1).
    credential: {
      id,
      publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
      counter: factor.counter,
    },
  }).catch(refusal)
  if (!verified?.verified || !(await useChallenge(services, sent.response.clientDataJSON))) return false
  const use = { counter: verified.authenticationInfo.newCounter, atMs: services.site.clock() }
  return services.site.database.factors.use(factor.id, use)
}

type Sent = z.output<typeof response>

const readResponse = (written: string | null): Sent | undefined =>
  response.safeParse(parsedJson(written ?? '')).data

/** The library throws for an invalid signature: it counts like a wrong code. */
const refusal = (): undefined => undefined
