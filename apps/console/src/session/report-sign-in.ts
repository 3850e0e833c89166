import { Failure } from '@pictoglyph/site/language/failure'
import type { User } from '@pictoglyph/site/language/records'
import type { SecurityEventName } from '@pictoglyph/web/security-events'
import type { ConsoleContext } from '../context/console-context.ts'

/**
 * Reports a refused sign-in: `undefined` for a wrong name or password, or too many attempts. It names the account if
 * there is one, but never the typed text: people type passwords into the name's field.
 */
export async function reportRefusedSignIn<Begun>(
  context: ConsoleContext,
  name: string,
  run: () => Promise<Begun | undefined>,
): Promise<Begun | undefined> {
  const { security, site } = context.services
  async function report(event: 'signin.failed' | 'signin.throttled'): Promise<void> {
    const user = name.includes('\0') ? undefined : await site.database.users.byName(name.trim())
    security?.(event, context.requestContext, { user: user?.name })
  }
  try {
    const begun = await run()
    if (begun === undefined) await report('signin.failed')
    return begun
  } catch (error) {
    if (isThrottled(error)) await report('signin.throttled')
    throw error
  }
}

/**
 * Reports a refused proof of identity: `event` if it is wrong, another event if there were too many.
 * @param check returns whether it is right
 */
export async function reportRefusedProof(
  { services: { security }, requestContext }: ConsoleContext,
  { name: user }: Pick<User, 'name'>,
  event: SecurityEventName,
  check: () => Promise<boolean>,
): Promise<boolean> {
  try {
    const isRight = await check()
    if (!isRight) security?.(event, requestContext, { user })
    return isRight
  } catch (error) {
    if (isThrottled(error)) security?.('signin.throttled', requestContext, { user })
    throw error
  }
}

const isThrottled = (error: unknown): boolean => error instanceof Failure && error.code === 'RATE_LIMITED'
