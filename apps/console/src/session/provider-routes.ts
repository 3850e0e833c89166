import { type BegunByProvider, signInByProvider } from '@pictoglyph/site/accounts/provider-sign-in'
import { throttleTries, triesPerMinute } from '@pictoglyph/site/accounts/throttle-tries'
import { goTo, redirect } from '../context/answers.ts'
import type { ConsoleContext } from '../context/console-context.ts'
import { returnPath } from '../context/page-address.ts'
import { type ConsoleRoute, openPage } from '../routing/route.ts'
import { beginInBrowser } from './begin-in-browser.ts'
import type { ProviderFlow } from './provider.ts'
import { keepFlow, takeFlow } from './provider-flow.ts'
import { refusalOf } from './provider-refusal.ts'
import { askForSecondFactor } from './second-step.tsx'

/** Routes without a page: to the provider, and back. */
export const providerRoutes: ConsoleRoute[] = [
  openPage('/sign-in/provider', leadToProvider),
  openPage('/sign-in/provider/callback', comeBack),
]

async function leadToProvider(context: ConsoleContext): Promise<Response> {
  const { services, query } = context
  if (services.provider === undefined) return goTo(context, '/sign-in')
  await throttle(context, 'to provider')
  try {
    const target = returnPath(query.get('return'))
    const { url, flow } = await services.provider.begin(target, query.get('again') === 'yes')
    await keepFlow(context, flow)
    return redirect(context, url.href, 303)
  } catch (error) {
    return failed(context, error)
  }
}

async function comeBack(context: ConsoleContext): Promise<Response> {
  const { services, query } = context
  if (services.provider === undefined) return goTo(context, '/sign-in', noProvider)
  await throttle(context, 'from provider')
  const flow = await takeFlow(context)
  // A browser that did not begin here causes no request to the provider and no log line.
  if (flow === undefined || query.get('state') !== flow.state) return goTo(context, '/sign-in', noProvider)
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

/** Limits the requests to the provider that visitors can cause. @throws {Failure} RATE_LIMITED */
async function throttle(context: ConsoleContext, act: 'to provider' | 'from provider'): Promise<void> {
  const { services, address, requestContext } = context
  try {
    await throttleTries(services.tries, { act, by: { address } }, triesPerMinute.address)
  } catch (error) {
    services.security?.('signin.throttled', requestContext)
    throw error
  }
}

const noProvider = { name: 'providerFailed', about: '' } as const

/** Logs the reason, and tells the user only that it failed. */
function failed(context: ConsoleContext, error: unknown): Response {
  context.services.noteProviderRefusal(refusalOf(error), context.requestContext.id)
  return goTo(context, '/sign-in', noProvider)
}
