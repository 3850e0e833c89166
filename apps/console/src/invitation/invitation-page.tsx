/** @jsxImportSource hono/jsx */
import { acceptInvitation, findInvitation } from '@pictoglyph/site/accounts/invitations'
import { throttleTries, triesPerMinute } from '@pictoglyph/site/accounts/throttle-tries'
import { badField, Failure } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { maxNameCharacters } from '@pictoglyph/site/language/text-field'
import { goTo } from '../context/answers.ts'
import type { ConsoleContext } from '../context/console-context.ts'
import { siteNameOf } from '../context/site-name.ts'
import { showPage } from '../page/page.tsx'
import { showProblem } from '../page/problem-page.tsx'
import { Field, NewForm, Submit } from '../parts/form.tsx'
import { type ConsoleRoute, openAction, openPage } from '../routing/route.ts'

export const invitationRoutes: ConsoleRoute[] = [
  openPage('/invitation/:token', showInvitation),
  openAction('/invitation/:token', { run: accept, onRefused: showInvitation }),
]

/** The page where an invited person chooses a password and, if none was given, a name. Viewing it changes nothing. */
async function showInvitation(context: ConsoleContext): Promise<Response> {
  const { invitation: text } = context.text
  const found = await findInvitation(context.services.site, tokenOf(context)).catch(ifMissing)
  if (found === undefined) return showProblem(context, 404, text.gone)
  const { user } = found
  const password = { type: 'password', autocomplete: 'new-password', required: true }
  return showPage(context, {
    title: text.title(siteNameOf(context)),
    lead: user === undefined ? text.leadNew : text.leadKnown(user.name),
    body: (
      <NewForm action={context.hono.req.path} usual={{ name: '', displayName: '' }} class="card narrow stack">
        {user === undefined ? (
          <>
            <Field
              label={text.name}
              hint={text.nameHint}
              name="name"
              control={{ required: true, maxlength: maxNameCharacters.user, autocomplete: 'username' }}
            />
            <Field
              label={text.displayName}
              hint={text.displayNameHint}
              name="displayName"
              control={{ maxlength: maxNameCharacters.user }}
            />
          </>
        ) : (
          <input type="text" name="username" value={user.name} autocomplete="username" readonly hidden />
        )}
        <Field label={text.password} hint={text.passwordHint} name="password" control={password} />
        <Field label={text.again} name="again" control={password} />
        <Submit>{text.submit}</Submit>
      </NewForm>
    ),
  })
}

async function accept(context: ConsoleContext): Promise<Response> {
  const { form, services, address } = context
  await throttleTries(services.tries, { act: 'invitation', by: { address } }, triesPerMinute.address)
  const given = (name: string) => form.get(name) ?? ''
  if (given('password') !== given('again')) {
    throw badField('again', message('The two new passwords differ.'))
  }
  const name = await acceptInvitation(services.site, tokenOf(context), address?.text ?? 'unknown', {
    name: given('name'),
    displayName: given('displayName'),
    password: given('password'),
  })
  services.security?.('password.changed', context.requestContext, { user: name })
  return goTo(context, '/sign-in', { name: 'invitationAccepted', about: name })
}

function ifMissing(error: unknown): undefined {
  if (!(error instanceof Failure) || error.code !== 'NOT_FOUND') throw error
}

const tokenOf = ({ hono }: ConsoleContext): string => hono.req.param('token') ?? ''
