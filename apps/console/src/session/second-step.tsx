/** @jsxImportSource hono/jsx */
import { findPendingSession, pendingMs } from '@pictoglyph/core'
import { goTo } from '../context/answers.ts'
import type { ConsoleContext } from '../context/console-context.ts'
import { returnPath } from '../context/page-address.ts'
import { showPage } from '../page/page.tsx'
import { Field, Form } from '../parts/form.tsx'
import { refused } from '../parts/refused-field.tsx'
import { signInPath } from './ask-to-sign-in.ts'
import { beginInBrowser } from './begin-in-browser.ts'

/** Leads to the page that asks for the second factor, with the secret of the session that waits for it. */
export function askForSecondFactor(context: ConsoleContext, pendingToken: string): Response {
  const { cookies } = context.services
  cookies.set(context.hono, 'pending', pendingToken, pendingMs / 1_000)
  return goTo(context, `/sign-in/code?return=${encodeURIComponent(returnPath(context.form.get('return')))}`)
}

export async function showSecondStep(context: ConsoleContext): Promise<Response> {
  if (context.signedIn !== undefined) return goTo(context, backOf(context))
  return (await pendingOf(context)) === undefined
    ? goTo(context, signInPath(backOf(context)))
    : secondStepPage(context, false)
}

export async function takeSecondStep(context: ConsoleContext): Promise<Response> {
  if ((await pendingOf(context)) === undefined) return goTo(context, signInPath(backOf(context)))
  const token = context.services.cookies.get(context.hono, 'pending') ?? ''
  const begun = await context.services.finishSignIn(token, context.form.get('code') ?? '')
  return begun === undefined ? secondStepPage(context, true) : beginInBrowser(context, begun, backOf(context))
}

function pendingOf({ services, hono }: ConsoleContext) {
  return findPendingSession(services.site, services.cookies.get(hono, 'pending') ?? '')
}

const backOf = ({ form, query }: ConsoleContext): string =>
  returnPath(form.get('return') ?? query.get('return'))

function secondStepPage(context: ConsoleContext, wasWrong: boolean): Promise<Response> {
  const { secondStep: text } = context.text
  return showPage(context, {
    title: text.title,
    status: wasWrong ? 401 : 200,
    body: (
      <Form action="/sign-in/code" class="card narrow stack">
        {wasWrong ? (
          <div class="message bad" role="alert" id="code-wrong">
            <p>{text.wrong}</p>
          </div>
        ) : null}
        <input type="hidden" name="return" value={backOf(context)} />
        <Field
          label={text.code}
          name="code"
          hint={text.codeHint}
          control={{
            autocomplete: 'one-time-code',
            autocapitalize: 'none',
            spellcheck: false,
            required: true,
            ...(wasWrong ? refused('code-wrong') : { autofocus: true }),
          }}
        />
        <button type="submit">{context.text.signIn.submit}</button>
      </Form>
    ),
  })
}
