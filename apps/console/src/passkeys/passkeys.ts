import { createHash } from 'node:crypto'
import { addFactor, badField, message, type SecondFactor, type Session, type User } from '@pictoglyph/core'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { z } from 'zod'
import type { SignedInContext } from '../context/console-context.ts'
import type { ConsoleServices } from '../services.ts'

/** Many rarely need it, so it is loaded with the first passkey. */
const library = () => import('@simplewebauthn/server')

const kept = z.object({ id: z.string(), publicKey: z.base64url(), transports: z.array(z.string()) })

/** What a browser sends is checked by the library, all but its shape. */
const response = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.looseObject({}),
})

/** Whether browsers make passkeys for this console: they do for host names, and for no address. */
export function isPasskeyHost(consoleUrl: string): boolean {
  const { hostname } = new URL(consoleUrl)
  return !hostname.startsWith('[') && !/^[\d.]+$/.test(hostname)
}

/**
 * The challenge of a session: no one knows it who does not know the session's secret. It changes with each proof, and
 * goes with the session, so that what was signed for it is good once.
 */
function challengeOf(purpose: 'add' | 'prove', token: string, session: Session): Uint8Array<ArrayBuffer> {
  const text = `pictoglyph passkey ${purpose} ${token} ${session.provedAtMs}`
  return new Uint8Array(createHash('sha256').update(text).digest())
}

const expectations = ({ urls }: Pick<ConsoleServices, 'urls'>) => {
  const { origin, hostname } = new URL(urls.console)
  return { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: false }
}

const credentialOf = ({ secret }: SecondFactor) => kept.parse(JSON.parse(secret))

const passkeysOf = (factors: readonly SecondFactor[]) => factors.filter(({ kind }) => kind === 'passkey')

/** What the browser is asked to make a new passkey with. */
export async function creationOptions(
  { services, hono, user, session }: SignedInContext,
  factors: readonly SecondFactor[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  const { expectedRPID: rpID } = expectations(services)
  return generateRegistrationOptions({
    rpName: 'Pictoglyph',
    rpID,
    userName: user.name,
    userDisplayName: user.name,
    userID: new TextEncoder().encode(user.id),
    challenge: challengeOf('add', services.cookies.get(hono, 'session') ?? '', session),
    excludeCredentials: passkeysOf(factors).map(credentialOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Adds the passkey that a browser has made. @returns as `addFactor` @throws {Failure} BAD_REQUEST */
export async function addPasskey(context: SignedInContext): Promise<string[] | null> {
  const { services, hono, user, session, form, actor } = context
  const { verifyRegistrationResponse } = await library()
  const challenge = challengeOf('add', services.cookies.get(hono, 'session') ?? '', session)
  const sent = readResponse(form.get('passkey')) as RegistrationResponseJSON | undefined
  const verified =
    sent &&
    (await verifyRegistrationResponse({
      ...expectations(services),
      response: sent,
      expectedChallenge: Buffer.from(challenge).toString('base64url'),
    }).catch(refusal))
  if (!verified?.verified) throw badField('passkey', message('The passkey could not be read. Try again.'))
  const { credential } = verified.registrationInfo
  const present = await services.site.database.factors.list(user.id)
  if (passkeysOf(present).some((one) => credentialOf(one).id === credential.id)) {
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

/** What the browser is asked to sign with one of the user's passkeys; `undefined` if there is none. */
export async function requestOptions(
  services: ConsoleServices,
  { token, session, user }: { token: string; session: Session; user: User },
): Promise<PublicKeyCredentialRequestOptionsJSON | undefined> {
  const passkeys = passkeysOf(await services.site.database.factors.list(user.id))
  if (passkeys.length === 0 || !isPasskeyHost(services.urls.console)) return undefined
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: expectations(services).expectedRPID,
    challenge: challengeOf('prove', token, session),
    allowCredentials: passkeys.map(credentialOf),
    userVerification: 'preferred',
  })
}

/** Whether a form's field holds what one of the user's passkeys has signed for this session, and notes the use. */
export async function isPasskeyProof(
  services: ConsoleServices,
  written: string,
  { token, session, user }: { token: string; session: Session; user: User },
): Promise<boolean> {
  const sent = readResponse(written) as AuthenticationResponseJSON | undefined
  const { factors } = services.site.database
  const factor = passkeysOf(await factors.list(user.id)).find((one) => credentialOf(one).id === sent?.id)
  if (sent === undefined || factor === undefined) return false
  const { verifyAuthenticationResponse } = await library()
  const { id, publicKey } = credentialOf(factor)
  const verified = await verifyAuthenticationResponse({
    ...expectations(services),
    response: sent,
    expectedChallenge: Buffer.from(challengeOf('prove', token, session)).toString('base64url'),
    credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
  }).catch(refusal)
  if (!verified?.verified) return false
  // Passkeys that are kept on several devices count nothing and send 0 (Web Authentication section 6.1.1).
  const { newCounter } = verified.authenticationInfo
  const counter = newCounter === 0 ? factor.counter + 1 : newCounter
  return factors.use(factor.id, { counter, atMs: services.site.clock() })
}

function readResponse(written: string | null): z.output<typeof response> | undefined {
  try {
    return response.safeParse(JSON.parse(written ?? '')).data
  } catch {
    // What is no JSON comes from no browser of ours, and proves nothing.
    return undefined
  }
}

/** The library throws for whatever does not hold: it is wrong like a wrong code. */
const refusal = (): undefined => undefined
