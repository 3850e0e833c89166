import { throttleChanges } from '@pictoglyph/site/accounts/change-rate'
import { Failure } from '@pictoglyph/site/language/failure'
import { errorHeaders, errorStatus } from '@pictoglyph/web/error-answer'
import type { Hono } from 'hono'
import { wantsJson } from '../context/answers.ts'
import type { ConsoleContext, ConsoleEnv } from '../context/console-context.ts'
import { asMember, reload, userOf, withForm } from '../context/create-console-context.ts'
import { holdForm } from '../context/form-memory.ts'
import { FormExpired, maxFormBytesOfAnonymous, maxFormMs, readForm } from '../context/submitted-form.ts'
import { showFormRefused, showProblem } from '../page/problem-page.tsx'
import { askToSignIn } from '../session/ask-to-sign-in.ts'
import { redirectToObligation } from '../session/obligations.ts'
import { requireProof } from '../session/proof.tsx'
import { type ConsoleRoute, isMember } from './route.ts'

/**
 * Binds a route: checks access, reads the form and checks its token, and shows the form again if it is refused. It
 * checks access again once the form has arrived, which may take minutes: the user may have been disabled meanwhile.
 * @param pages the paths of pages that are not about a single thing
 */
export function mountRoute(app: Hono<ConsoleEnv>, route: ConsoleRoute, pages: ReadonlySet<string>): void {
  const page = pageOf(route, pages)
  app.on(route.method, route.path, async (hono) => {
    const context = hono.get('context')
    const arrived: ConsoleContext = { ...context, page: route.page?.(context) ?? page }
    hono.set('context', arrived)
    return authorize(route, arrived, async (context) => {
      if (route.body !== 'form') return route.answer(context)
      const { signedIn, address } = context
      const holder = signedIn === undefined ? { address } : { userId: signedIn.user.id }
      using memory = holdForm(context.services.formMemory, holder)
      const form = await readForm(hono.req.raw, {
        maxBytes: signedIn === undefined ? maxFormBytesOfAnonymous : route.maxFormBytes,
        idleMs: context.services.uploads.idleMs,
        overallMs: maxFormMs,
        csrfToken: context.csrfToken,
        onBytes: memory.grow,
      }).catch((error: unknown) => {
        if (error instanceof FormExpired) return undefined
        throw error
      })
      if (form === undefined) {
        context.services.security?.('csrf.refused', context.requestContext, userOf(context))
        return showFormRefused(context, 403)
      }
      return await authorize(route, await reload(arrived), (later) =>
        answerForm(route, withForm(later, form)),
      )
    })
  })
}

/** The page of a form: the one at the form's own address, or the nearest above it. */
function pageOf({ path }: ConsoleRoute, pages: ReadonlySet<string>): string {
  const steps = path.split('/')
  const above = steps.map((_, index) => steps.slice(0, steps.length - index).join('/'))
  return above.find((one) => pages.has(one)) ?? '/'
}

/** Runs the route for those with access, and answers everyone else with the reason. */
async function authorize(
  route: ConsoleRoute,
  anonymous: ConsoleContext,
  answer: (context: ConsoleContext) => Promise<Response> | Response,
): Promise<Response> {
  const context = route.access === 'anyone' ? (asMember(anonymous) ?? anonymous) : asMember(anonymous)
  if (context === undefined) return askToSignIn(anonymous)
  if (route.access === 'operator' && context.signedIn?.user.role !== 'admin') {
    context.services.security?.('operator.refused', context.requestContext, userOf(context))
    return showProblem(context, 403, context.text.problem.operatorsOnly)
  }
  const obligation = isMember(context) ? await redirectToObligation(context, route) : undefined
  return obligation ?? answer(context)
}

async function answerForm(route: ConsoleRoute, context: ConsoleContext): Promise<Response> {
  try {
    if (isMember(context) && route.access !== 'anyone') {
      await throttleChanges(context.services.tries, context.user.id, context.form.size)
    }
    const asked = route.proof && isMember(context) ? await requireProof(context) : undefined
    return asked ?? (await route.answer(context))
  } catch (error) {
    if (route.onRefused === undefined || !(error instanceof Failure) || errorStatus[error.code] >= 500)
      throw error
    if (wantsJson(context.hono)) throw error
    const page = await route.onRefused(withForm(context, context.form, error))
    const headers = new Headers(page.headers)
    const asked = errorHeaders(error, context.services.site.clock())
    for (const [name, value] of Object.entries(asked)) headers.set(name, value)
    return new Response(page.body, { status: errorStatus[error.code], headers })
  }
}
