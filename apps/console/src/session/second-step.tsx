/** @jsxImportSource hono/jsx */
import { restingUntilMs } from '@pictoglyph/site/accounts/proofs'
import { findPendingSession, pendingMs } from '@pictoglyph/site/accounts/sessions'
import { completeSignIn, refusePending } from '@pictoglyph/site/accounts/sign-in'
import { goTo } from '../context/answers.ts'
import type { ConsoleContext } from '../context/console-context.ts'
import { returnPath } from '../context/page-address.ts'
import { showPage } from '../page/page.tsx'
import { Field, Form } from '../parts/form.tsx'
import { Time } from '../parts/numbers-and-times.tsx'
import { refused } from '../parts/refused-field.tsx'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { isPasskeyProof, requestOptions } from '../passkeys/passkeys.ts'
import { signInPath } from './ask-to-sign-in.ts'
import { beginInBrowser } from './begin-in-browser.ts'
import { reportRefusedProof } from './report-sign-in.ts'

/** Redirects to the page that asks for the second factor, with the secret of the pending session. */
export function askForSecondFactor(context: ConsoleContext, pendingToken: string, target: string): Response {
  const { cookies } = context.services
  cookies.set(context.hono, 'pending', pendingToken, pendingMs / 1_000)
  return goTo(context, `/sign-in/code?return=${encodeURIComponent(target)}`)
}

export async function showSecondStep(context: ConsoleContext): Promise<Response> {
  if (context.signedIn !== undefined) return goTo(context, backOf(context))
  return (await pendingOf(context)) === undefined
    ? goTo(context, signInPath(backOf(context)))
    : secondStepPage(context, false)
}

export async function takeSecondStep(context: ConsoleContext): Promise<Response> {
  const { services, form } = context
  const pending = await pendingOf(context)
  if (pending === undefined) return goTo(context, signInPath(backOf(context)))
  const passkey = form.get('passkey') ?? ''
  const isRight = await reportRefusedProof(context, pending.user, 'factor.failed', () =>
    passkey === ''
      ? services.proofs.isCode(pending.user, form.get('code') ?? '', context.address)
      : isPasskeyProof(context, passkey, pending),
  )
  if (!isRight && (await refusePending(services.site, pending.session))) {
    services.cookies.remove(context.hono, 'pending')
    return goTo(context, signInPath(backOf(context)), { name: 'tooManyWrong', about: '' })
  }
  const begun = isRight ? await completeSignIn(services.site, pending) : undefined
  return begun === undefined ? secondStepPage(context, true) : beginInBrowser(context, begun, backOf(context))
}

async function pendingOf({ services, hono }: ConsoleContext) {
  const token = services.cookies.get(hono, 'pending') ?? ''
  const found = await findPendingSession(services.site, token)
  return found && { ...found, token }
}

const backOf = ({ form, query }: ConsoleContext): string =>
  returnPath(form.get('return') ?? query.get('return'))

async function secondStepPage(context: ConsoleContext, wasWrong: boolean): Promise<Response> {
  const { secondStep: text } = context.text
  const pending = await pendingOf(context)
  const options = pending && (await requestOptions(context.services, pending))
  const { site } = context.services
  const failures = pending && (await site.database.factors.failures(pending.user.id))
  const restingMs = restingUntilMs(failures, site.clock())
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
        {restingMs === null ? null : (
          <p>
            {text.resting} <Time atMs={restingMs} />
          </p>
        )}
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
            'data-without-passkey': '',
            ...(wasWrong ? refused('code-wrong') : { autofocus: true }),
          }}
        />
        <button type="submit">{context.text.signIn.submit}</button>
        {options === undefined ? null : (
          <PasskeyButton asked={{ kind: 'get', options }} label={context.text.passkey.use} />
        )}
      </Form>
    ),
  })
}
