/** @jsxImportSource hono/jsx */
import { badRequest, sentence, signOut } from '@pictoglyph/core'
import { languages } from '@pictoglyph/http'
import { Field, Form } from '../parts/form.tsx'
import { showPage } from '../parts/page.tsx'
import { refused } from '../parts/refused-field.tsx'
import { act, type ConsoleRoute, openAct, openPage } from '../routing/route.ts'
import { goTo } from '../visit/answers.ts'
import { returnPath } from '../visit/return-path.ts'
import type { MemberVisit, Visit } from '../visit/visit.ts'
import { signInPath } from './sign-in-path.ts'

const sessionCookieSeconds = 90 * 24 * 60 * 60
const languageCookieSeconds = 365 * 24 * 60 * 60

export const sessionRoutes: ConsoleRoute[] = [
  openPage('/sign-in', showSignIn),
  openAct('/sign-in', { perform: signIn, again: showSignIn }),
  act('/sign-out', { perform: endSession }),
  openAct('/language', { perform: chooseLanguage }),
]

function showSignIn(visit: Visit): Response | Promise<Response> {
  if (visit.signedIn !== undefined) return goTo(visit, returnPath(visit.query.get('return')))
  return signInPage(visit, false)
}

function signInPage(asked: Visit, wasWrong: boolean): Promise<Response> {
  const back = returnPath(asked.form.get('return') ?? asked.query.get('return'))
  const visit = { ...asked, page: signInPath(back) }
  const { signIn } = visit.text
  return showPage(visit, {
    title: signIn.title,
    status: wasWrong ? 401 : 200,
    body: (
      <Form action="/sign-in" class="card narrow stack">
        {wasWrong ? (
          <div class="message bad" role="alert" id="sign-in-wrong">
            <p>{signIn.wrong}</p>
          </div>
        ) : null}
        <input type="hidden" name="return" value={back} />
        <Field
          label={signIn.name}
          name="name"
          value={visit.form.get('name') ?? ''}
          control={{ autocomplete: 'username', autocapitalize: 'none', spellcheck: false, required: true }}
        />
        <Field
          label={signIn.password}
          name="password"
          control={{
            type: 'password',
            autocomplete: 'current-password',
            required: true,
            ...(wasWrong ? refused('sign-in-wrong') : {}),
          }}
        />
        <button type="submit">{signIn.submit}</button>
        <p class="hint">{signIn.forgotten}</p>
      </Form>
    ),
  })
}

async function signIn(visit: Visit): Promise<Response> {
  const { services, context, form } = visit
  const begun = await services.signIn({
    name: form.get('name') ?? '',
    password: form.get('password') ?? '',
    address: visit.address,
    userAgent: visit.exchange.header('user-agent') ?? '',
  })
  if (begun === undefined) return signInPage(visit, true)
  services.cookies.set(context, 'session', begun.token, sessionCookieSeconds)
  services.cookies.remove(context, 'visitor')
  return goTo(visit, returnPath(form.get('return')))
}

async function endSession(visit: MemberVisit): Promise<Response> {
  await signOut(visit.services.site, visit.actor, visit.session)
  visit.services.cookies.remove(visit.context, 'session')
  return goTo(visit, '/sign-in', { name: 'signedOut', about: '' })
}

function chooseLanguage(visit: Visit): Response {
  const language = languages.find((one) => one === visit.form.get('language'))
  if (language === undefined) throw badRequest(sentence('There is no such language.'))
  visit.services.cookies.set(visit.context, 'language', language, languageCookieSeconds)
  return goTo(visit, returnPath(visit.form.get('return')))
}
