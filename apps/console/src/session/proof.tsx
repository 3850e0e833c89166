/** @jsxImportSource hono/jsx */
import { freshProofMs } from '@pictoglyph/core'
import { wantsJson } from '../context/answers.ts'
import type { SignedInContext } from '../context/console-context.ts'
import { showPage } from '../page/page.tsx'
import { Field, Form } from '../parts/form.tsx'
import { refused } from '../parts/refused-field.tsx'

const proofField = 'proof'

/**
 * Sees to it that who sends this form has proved who they are in the last ten minutes. Otherwise it answers with a page
 * that asks for the password or a code, and sends the same form again with it.
 * @returns the page, or `undefined` where the form may be answered
 */
export async function requireProof(context: SignedInContext): Promise<Response | undefined> {
  const { services, user, session, form } = context
  const nowMs = services.site.clock()
  if (nowMs - session.provedAtMs < freshProofMs) return undefined
  if (wantsJson(context.hono)) {
    return context.hono.json({ ok: false, error: { message: context.text.proof.title } }, 403)
  }
  const given = form.get(proofField)
  if (given === null) return askForProof(context, false)
  const isRight = /^\s*\d{3}\s*\d{3}\s*$/.test(given)
    ? await services.proofs.isCode(user, given)
    : await services.proofs.isPassword(user, given)
  if (!isRight) return askForProof(context, true)
  await services.site.database.sessions.prove(session.tokenHash, nowMs)
  return undefined
}

function askForProof(context: SignedInContext, wasWrong: boolean): Promise<Response> {
  const { proof: text } = context.text
  const kept = [...context.form].filter(([name]) => name !== proofField && name !== 'csrf')
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
            ...(wasWrong ? refused('proof-wrong') : { autofocus: true }),
          }}
        />
        <div class="together">
          <button type="submit">{text.submit}</button>
          <a class="button quiet" href={context.page}>
            {text.cancel}
          </a>
        </div>
      </Form>
    ),
  })
}
