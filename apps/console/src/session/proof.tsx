/** @jsxImportSource hono/jsx */
import { freshProofMs } from '@pictoglyph/site/accounts/proofs'
import { wantsJson } from '../context/answers.ts'
import type { SignedInContext } from '../context/console-context.ts'
import { showPage } from '../page/page.tsx'
import { Field, Form } from '../parts/form.tsx'
import { refused } from '../parts/refused-field.tsx'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { isPasskeyProof, requestOptions } from '../passkeys/passkeys.ts'
import { reportRefusedProof } from './report-sign-in.ts'

const proofField = 'proof'
const ownFields = [proofField, 'passkeyProof', 'csrf']

/**
 * Requires that the form's sender has proved who they are in the last ten minutes. Otherwise it answers with a page
 * that asks for the password or a code, and sends the same form again.
 * @returns the page, or `undefined` if the form may be answered
 */
export async function requireProof(context: SignedInContext): Promise<Response | undefined> {
  const { services, session, form } = context
  const nowMs = services.site.clock()
  if (nowMs - session.provedAtMs < freshProofMs) return undefined
  if (wantsJson(context.hono)) {
    return context.hono.json({ ok: false, error: { message: context.text.proof.title } }, 403)
  }
  const given = form.get(proofField)
  if (given === null) return askForProof(context, false)
  const isRight = await isProof(context, given)
  if (!isRight) return askForProof(context, true)
  await services.site.database.sessions.prove(session.tokenHash, nowMs)
  return undefined
}

function isProof(context: SignedInContext, given: string): Promise<boolean> {
  const { services, user, form } = context
  const passkey = form.get('passkeyProof') ?? ''
  const isByPasskey = given === '' && passkey !== ''
  const isByCode = /^\s*\d{3}\s*\d{3}\s*$/.test(given)
  const event = isByPasskey || isByCode ? 'factor.failed' : 'signin.failed'
  return reportRefusedProof(context, user, event, () => {
    if (isByPasskey) return isPasskeyProof(context, passkey, askedOf(context))
    return isByCode
      ? services.proofs.isCode(user, given, context.address)
      : services.proofs.isPassword(user, given)
  })
}

/** The user and secret for a passkey's signature. */
function askedOf({ services, hono, user }: SignedInContext) {
  return { token: services.cookies.get(hono, 'session') ?? '', user }
}

async function askForProof(context: SignedInContext, wasWrong: boolean): Promise<Response> {
  const { proof: text } = context.text
  const options = await requestOptions(context.services, askedOf(context))
  const kept = [...context.form].filter(([name]) => !ownFields.includes(name))
  return showPage(context, {
    title: text.title,
    lead: text.lead,
    status: 403,
    body: (
      <Form action={context.hono.req.path} class="card narrow stack">
        {wasWrong ? (
          <div class="message bad" role="alert" id="proof-wrong">
            <p>{text.wrong}</p>
          </div>
        ) : null}
        <input
          type="text"
          name="username"
          value={context.user.name}
          autocomplete="username"
          readonly
          hidden
        />
        {kept.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <Field
          label={text.field}
          name={proofField}
          control={{
            type: 'password',
            autocomplete: 'current-password',
            required: true,
            'data-without-passkey': '',
            ...(wasWrong ? refused('proof-wrong') : { autofocus: true }),
          }}
        />
        <div class="together">
          <button type="submit">{text.submit}</button>
          <a class="button quiet" href={context.page}>
            {text.cancel}
          </a>
        </div>
        {context.services.provider === undefined ? null : (
          <a
            class="button quiet"
            href={`/sign-in/provider?again=yes&return=${encodeURIComponent(context.page)}`}
          >
            {text.byProvider}
          </a>
        )}
        {options === undefined ? null : (
          <PasskeyButton
            asked={{ kind: 'get', options }}
            label={context.text.passkey.use}
            field="passkeyProof"
          />
        )}
      </Form>
    ),
  })
}
