/** @jsxImportSource hono/jsx */

import type { SecondFactor } from '@pictoglyph/site/accounts/factor-rows'
import {
  isTotpSecret,
  newTotpSecret,
  requiresSecondFactor,
  totpAddress,
} from '@pictoglyph/site/accounts/second-factors'
import { maxNameCharacters } from '@pictoglyph/site/language/text-field'
import { QrCode } from '@pictoglyph/web/page/qr-code'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { siteNameOf } from '../context/site-name.ts'
import { submittedTo } from '../context/submitted-form.ts'
import { showPage } from '../page/page.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Field, Form, NewForm, Submit } from '../parts/form.tsx'
import { Time, TimeOr } from '../parts/numbers-and-times.tsx'
import { RefusalOf } from '../parts/refused-field.tsx'
import { ShownOnce } from '../parts/shown-once.tsx'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { creationOptions, isPasskeyHost } from '../passkeys/passkeys.ts'

export const addPath = '/account/second-factor'
export const passkeyPath = `${addPath}/passkey`
export const codesPath = `${addPath}/codes`

type CreationOptions = Awaited<ReturnType<typeof creationOptions>>

/** The member's second factors, and a form to set one up. */
export async function showSecondFactor(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const [factors, codes] = await Promise.all([
    site.database.factors.list(context.user.id),
    site.database.factors.countCodes(context.user.id),
  ])
  const { urls } = context.services
  const options = isPasskeyHost(urls.console) ? await creationOptions(context, factors) : undefined
  const { factor: text } = context.text
  const isAsked = requiresSecondFactor(site.snapshot().policy, context.user, context.session)
  return showPage(context, {
    title: text.title,
    lead: isAsked ? text.leadAsked : text.lead,
    body: (
      <div class="columns">
        <AuthenticatorForm context={context} />
        {options === undefined ? (
          <NoPasskeys context={context} />
        ) : (
          <PasskeyForm context={context} options={options} />
        )}
        {factors.length === 0 ? null : <FactorList factors={factors} codesLeft={codes} />}
      </div>
    ),
  })
}

/** Shows the recovery codes once. */
export function showRecoveryCodes(context: SignedInContext, codes: string): Promise<Response> {
  const { factor: text } = context.text
  return showPage(context, {
    title: text.title,
    shownOnce: { path: codesPath, value: codes },
    body: (
      <>
        <ShownOnce title={text.codesTitle} hint={text.codesHint} label={text.allCodes} value={codes}>
          <ul class="plain-list">
            {codes.split(' ').map((code) => (
              <li>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </ShownOnce>
        <p>
          <a class="button quiet" href="/account" data-kept="">
            {text.codesKept}
          </a>
        </p>
      </>
    ),
  })
}

const AuthenticatorForm = ({ context }: { context: SignedInContext }) => {
  const { factor: text } = context.text
  const written = submittedTo(context, addPath)
  const shown = written.get('secret') ?? ''
  const secret = isTotpSecret(shown) ? shown : newTotpSecret()
  const issuer = `${siteNameOf(context)} ${new URL(context.services.urls.console).host}`
  const address = totpAddress({ secret, issuer, account: context.user.name })
  return (
    <NewForm action={addPath} usual={{ name: text.nameGiven }} class="card stack">
      <h2>{text.setUp}</h2>
      <p>{text.scan}</p>
      <QrCode address={address} label={text.qrCode} />
      <CopyField label={text.secret} value={secret} />
      <input type="hidden" name="secret" value={secret} />
      <Field
        label={text.name}
        name="name"
        control={{ required: true, maxlength: maxNameCharacters.key, autocomplete: 'off' }}
      />
      <Field
        label={text.code}
        name="code"
        hint={text.codeHint}
        control={{ required: true, autocomplete: 'one-time-code', inputmode: 'numeric' }}
      />
      <Submit>{text.add}</Submit>
    </NewForm>
  )
}

const PasskeyForm = ({ context, options }: { context: SignedInContext; options: CreationOptions }) => {
  const { passkey: text, factor } = context.text
  return (
    <NewForm action={passkeyPath} usual={{ name: text.nameGiven }} class="card stack">
      <h2>{text.setUp}</h2>
      <p>{text.hint}</p>
      <Field
        label={factor.name}
        name="name"
        control={{ required: true, maxlength: maxNameCharacters.key, autocomplete: 'off' }}
      />
      <PasskeyButton asked={{ kind: 'create', options }} label={text.add} />
      <RefusalOf field="passkey" />
    </NewForm>
  )
}

/** Explains that browsers create passkeys for host names only; a console on this machine also has a host name. */
const NoPasskeys = ({ context }: { context: SignedInContext }) => {
  const { passkey: text } = context.text
  const url = new URL(addPath, context.services.urls.console)
  const isLoopback = /^127\.|^\[::1\]$/.test(url.hostname)
  url.hostname = 'localhost'
  return (
    <section class="card stack">
      <h2>{text.setUp}</h2>
      <p>{text.needsHostName}</p>
      {isLoopback ? (
        <p>
          {text.openThere} <a href={url.href}>{url.href}</a>
        </p>
      ) : null}
    </section>
  )
}

const FactorList = ({ factors, codesLeft }: { factors: readonly SecondFactor[]; codesLeft: number }) => {
  const { factor: text } = useConsole().text
  return (
    <section class="card stack">
      <h2>{text.present}</h2>
      <ul class="plain-list">
        {factors.map((factor) => (
          <li class="split">
            <div>
              <strong dir="auto">{factor.name}</strong>
              <p class="muted">
                {text.since} <Time atMs={factor.createdAtMs} /> · {text.lastUsed}{' '}
                <TimeOr atMs={factor.lastUsedAtMs} otherwise={text.never} />
              </p>
            </div>
            <Form action={`${addPath}/remove`}>
              <Confirm
                label={text.remove}
                of={factor.name}
                question={text.removeQuestion}
                confirm={text.remove}
                button={{ name: 'factor', value: factor.id }}
              />
            </Form>
          </li>
        ))}
      </ul>
      <p>{text.codesLeft(codesLeft)}</p>
      <Form action={`${addPath}/codes`}>
        <Confirm label={text.renewCodes} question={text.renewQuestion} confirm={text.renewCodes} />
      </Form>
    </section>
  )
}
