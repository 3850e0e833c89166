import {
  type BegunByProvider,
  Failure,
  limiterKey,
  signInByProvider,
  throttleTries,
  triesPerMinute,
} from '@pictoglyph/core'
import { describeError } from '@pictoglyph/http'
import { goTo } from '../context/answers.ts'
import type { ConsoleContext } from '../context/console-context.ts'
import { returnPath } from '../context/page-address.ts'
import { type ConsoleRoute, openPage } from '../routing/route.ts'
import { beginInBrowser } from './begin-in-browser.ts'
import { type ProviderFlow, readFlow, writeFlow } from './provider.ts'
import { askForSecondFactor } from './second-step.tsx'

const flowSeconds = 10 * 60

/** Pages without a row of their own: they lead to the provider, and back from it. */
export const providerRoutes: ConsoleRoute[] = [
  openPage('/sign-in/provider', leadToProvider),
  openPage('/sign-in/provider/callback', comeBack),
]

async function leadToProvider(context: ConsoleContext): Promise<Response> {
  const { services, hono, query } = context
  if (services.provider === undefined) return goTo(context, '/sign-in')
  await throttle(context)
  try {
    const target = returnPath(query.get('return'))
    const { url, flow } = await services.provider.begin(target, query.get('again') === 'yes')
    services.cookies.set(hono, 'provider', writeFlow(flow), flowSeconds)
    return hono.redirect(url.href, 303)
  } catch (error) {
    return failed(context, error)
  }
}

async function comeBack(context: ConsoleContext): Promise<Response> {
  const { services, hono } = context
  const flow = readFlow(services.cookies.get(hono, 'provider'))
  services.cookies.remove(hono, 'provider')
  if (services.provider === undefined || flow === undefined) return goTo(context, '/sign-in', noProvider)
  const begun = await finish(context, flow)
  if (begun === undefined || begun instanceof Response) {
    services.security?.('signin.failed', context.requestContext)
    return begun ?? goTo(context, '/sign-in', { name: 'noProviderAccount', about: '' })
  }
  if (begun.isRoleChanged) {
    services.security?.('role.changed', context.requestContext, { user: begun.user.name })
  }
  if (begun.session.isPending) return askForSecondFactor(context, begun.token, returnPath(flow.return))
  return beginInBrowser(context, begun, returnPath(flow.return))
}

async function finish(
  context: ConsoleContext,
  flow: ProviderFlow,
): Promise<BegunByProvider | Response | undefined> {
  const { services, query, address, requestContext } = context
  try {
    const identity = await services.provider?.finish(query, flow)
    if (identity === undefined) return undefined
    return await signInByProvider(services.site, identity, {
      address: address?.text ?? 'unknown',
      userAgent: requestContext.header('user-agent') ?? '',
    })
  } catch (error) {
    return failed(context, error)
  }
}

/** Each step asks the provider: no one has this site do so without end. @throws {Failure} RATE_LIMITED */
async function throttle({ services, address, requestContext }: ConsoleContext): Promise<void> {
  const client = address === undefined ? 'unknown' : limiterKey(address)
  try {
    await throttleTries(services.tries, `provider from ${client}`, triesPerMinute.address)
  } catch (error) {
    services.security?.('signin.throttled', requestContext)
    throw error
  }
}

const noProvider = { name: 'providerFailed', about: '' } as const

/** Whatever the provider did wrong is in the log; the person is told that it did not work. */
function failed(context: ConsoleContext, error: unknown): Response {
  if (error instanceof Failure && error.code !== 'BAD_REQUEST') throw error
  const { services, requestContext } = context
  services.log.warn(
    { service: 'console', requestId: requestContext.id, error: describeError(error) },
    'the provider of identities signed nobody in',
  )
  return goTo(context, '/sign-in', noProvider)
}
