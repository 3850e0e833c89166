import { Failure } from '@pictoglyph/core'
import { errorHeaders, errorStatus } from '@pictoglyph/http'
import type { Hono } from 'hono'
import { showProblem } from '../parts/problem-page.tsx'
import { askToSignIn } from '../session/ask-to-sign-in.ts'
import { asMember, lookAgain, withForm } from '../visit/create-visit.ts'
import { isCsrfToken } from '../visit/csrf-token.ts'
import { mostFormBytes, mostFormBytesOfStranger, mostFormMs, readForm } from '../visit/read-form.ts'
import type { ConsoleEnv, Visit } from '../visit/visit.ts'
import type { ConsoleRoute } from './route.ts'

/**
 * Binds a route: lets in whom it is for, reads the form and checks its token, and shows it again if refused. Once the
 * form has arrived, which may take minutes, it is let in anew: who has been shut out meanwhile does nothing more.
 * @param pages the paths of pages that are of no single thing
 */
export function mountRoute(app: Hono<ConsoleEnv>, route: ConsoleRoute, pages: ReadonlySet<string>): void {
  const page = pageOf(route, pages)
  app.on(route.method, route.path, async (context) => {
    const arrived: Visit = { ...context.get('visit'), page }
    context.set('visit', arrived)
    return letIn(route, arrived, async (visit) => {
      if (route.body !== 'form') return route.answer(visit)
      const form = await readForm(context.req.raw, {
        mostBytes: visit.signedIn === undefined ? mostFormBytesOfStranger : mostFormBytes,
        idleMs: visit.services.uploads.idleMs,
        overallMs: mostFormMs,
      })
      if (!isCsrfToken(form.get('csrf'), visit.csrfToken)) {
        return showProblem(visit, 403, visit.text.problem.formExpired)
      }
      return letIn(route, await lookAgain(arrived), (later) => answerForm(route, withForm(later, form)))
    })
  })
}

/** The page that a form stands on: the one at the form's own address, or the nearest above it. */
function pageOf({ path }: ConsoleRoute, pages: ReadonlySet<string>): string {
  const steps = path.split('/')
  const above = steps.map((_, index) => steps.slice(0, steps.length - index).join('/'))
  return above.find((one) => pages.has(one)) ?? '/'
}

/** Has a visit answered by whom the route is for, and tells anybody else why not. */
function letIn(
  route: ConsoleRoute,
  stranger: Visit,
  answer: (visit: Visit) => Promise<Response> | Response,
): Promise<Response> | Response {
  const visit = route.access === 'anyone' ? (asMember(stranger) ?? stranger) : asMember(stranger)
  if (visit === undefined) return askToSignIn(stranger)
  if (route.access === 'operator' && visit.signedIn?.user.role !== 'admin') {
    return showProblem(visit, 403, visit.text.problem.operatorsOnly)
  }
  return answer(visit)
}

async function answerForm(route: ConsoleRoute, visit: Visit): Promise<Response> {
  try {
    return await route.answer(visit)
  } catch (error) {
    if (route.again === undefined || !(error instanceof Failure) || errorStatus[error.code] >= 500)
      throw error
    const page = await route.again(withForm(visit, visit.form, error))
    const headers = new Headers(page.headers)
    const asked = errorHeaders(error, visit.services.site.clock())
    for (const [name, value] of Object.entries(asked)) headers.set(name, value)
    return new Response(page.body, { status: errorStatus[error.code], headers })
  }
}
