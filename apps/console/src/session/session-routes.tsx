/** @jsxImportSource hono/jsx */
import { signOut } from '@pictoglyph/site/accounts/sessions'
import { beginByPasskey } from '@pictoglyph/site/accounts/sign-in'
import { throttleTries, triesPerMinute } from '@pictoglyph/site/accounts/throttle-tries'
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { languages } from '@pictoglyph/web/language'
import { preferenceSeconds, themes } from '@pictoglyph/web/page/preferences'
import { goTo } from '../context/answers.ts'
import type { ConsoleContext, SignedInContext } from '../context/console-context.ts'
import { returnPath } from '../context/page-address.ts'
import { showPage } from '../page/page.tsx'
import { Field, Form } from '../parts/form.tsx'
import { refused } from '../parts/refused-field.tsx'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { signInOptions, userOfPasskey } from '../passkeys/passkeys.ts'
import { action, type ConsoleRoute, openAction, openPage } from '../routing/route.ts'
import { signInPath } from './ask-to-sign-in.ts'
import { beginInBrowser } from './begin-in-browser.ts'
import { reportRefusedSignIn } from './report-sign-in.ts'
import { askForSecondFactor, showSecondStep, takeSecondStep } from './second-step.tsx'

export const sessionRoutes: ConsoleRoute[] = [
  openPage('/sign-in', showSignIn),
  openAction('/sign-in', { run: signIn, onRefused: showSignIn }),
  openAction('/sign-in/passkey', { run: signInByPasskey, onRefused: showSignIn }),
  openPage('/sign-in/code', showSecondStep),
  openAction('/sign-in/code', { run: takeSecondStep, onRefused: showSecondStep }),
  action('/sign-out', { run: endSession }),
  openAction('/language', { run: chooseLanguage }),
  openAction('/theme', { run: chooseTheme }),
]

function showSignIn(context: ConsoleContext): Response | Promise<Response> {
  if (context.signedIn !== undefined) return goTo(context, returnPath(context.query.get('return')))
  return signInPage(context, false)
}

async function signInPage(asked: ConsoleContext, wasWrong: boolean): Promise<Response> {
  const back = returnPath(asked.form.get('return') ?? asked.query.get('return'))
  const context = { ...asked, page: signInPath(back) }
  const { signIn } = context.text
  const passkey = await signInOptions(context)
  const isByProvider = context.services.provider !== undefined
  return showPage(context, {
    title: signIn.title,
    status: wasWrong ? 401 : 200,
    body: (
      <>
        {isByProvider ? (
          <p class="narrow">
            <a class="button" href={`/sign-in/provider?return=${encodeURIComponent(back)}`}>
              {signIn.byProvider}
            </a>
          </p>
        ) : null}
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
            value={context.form.get('name') ?? ''}
            control={{
              autocomplete: 'username',
              autocapitalize: 'none',
              spellcheck: false,
              required: true,
              autofocus: !wasWrong,
            }}
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
        {passkey === undefined ? null : (
          <Form action="/sign-in/passkey" class="narrow">
            <input type="hidden" name="return" value={back} />
            <PasskeyButton asked={{ kind: 'get', options: passkey }} label={context.text.passkey.use} />
          </Form>
        )}
      </>
    ),
  })
}

async function signIn(context: ConsoleContext): Promise<Response> {
  const { services, form } = context
  const name = form.get('name') ?? ''
  const begun = await reportRefusedSignIn(context, name, () =>
    services.signIn({
      name,
      password: form.get('password') ?? '',
      address: context.address,
      userAgent: context.requestContext.header('user-agent') ?? '',
    }),
  )
  if (begun === undefined) return signInPage(context, true)
  if (begun.session.isPending) return askForSecondFactor(context, begun.token, returnPath(form.get('return')))
  return beginInBrowser(context, begun, returnPath(form.get('return')))
}

/** Signs in by a passkey alone: it names the user and has verified a finger, a face or a PIN. That is both factors. */
async function signInByPasskey(context: ConsoleContext): Promise<Response> {
  const { services, form, address, requestContext } = context
  await throttleTries(services.tries, { act: 'passkey', by: { address } }, triesPerMinute.address)
  const user = await userOfPasskey(context, form.get('passkey') ?? '')
  const browser = {
    address: address?.text ?? 'unknown',
    userAgent: requestContext.header('user-agent') ?? '',
  }
  const begun = user && (await beginByPasskey(services.site, user, browser))
  if (begun !== undefined) return beginInBrowser(context, begun, returnPath(form.get('return')))
  services.security?.('factor.failed', requestContext, { user: user?.name })
  return goTo(context, signInPath(returnPath(form.get('return'))), { name: 'passkeyFailed', about: '' })
}

async function endSession(context: SignedInContext): Promise<Response> {
  await signOut(context.services.site, context.actor, context.session)
  context.services.cookies.remove(context.hono, 'session')
  return goTo(context, '/sign-in', { name: 'signedOut', about: '' })
}

function chooseLanguage(context: ConsoleContext): Response {
  const language = languages.find((one) => one === context.form.get('language'))
  if (language === undefined) throw badRequest(message('There is no such language.'))
  context.services.cookies.set(context.hono, 'language', language, preferenceSeconds)
  return goTo(context, returnPath(context.form.get('return')))
}

function chooseTheme(context: ConsoleContext): Response {
  const theme = themes.find((one) => one === context.form.get('theme'))
  if (theme === undefined) throw badRequest(message('There is no such appearance.'))
  context.services.cookies.set(context.hono, 'theme', theme, preferenceSeconds)
  return goTo(context, returnPath(context.form.get('return')))
}
