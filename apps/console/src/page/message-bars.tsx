/** @jsxImportSource hono/jsx */

import { useConsole } from '../context/console-context.ts'
import { withoutEffect } from '../context/notice.ts'
import { addressOf } from '../context/page-address.ts'
import { FailureMessage } from '../parts/failure-message.tsx'
import { Form } from '../parts/form.tsx'

/** Notice of the last action, with its undo if there is one. */
export const NoticeBar = () => {
  const context = useConsole()
  const { notice, text, services } = context
  if (notice === undefined) return null
  return (
    <div
      class={`message notice ${withoutEffect.has(notice.name) ? 'warn' : 'good'}`}
      role="status"
      tabindex={-1}
      data-focus=""
      data-form-lost={notice.name === 'formLost' ? '' : undefined}
    >
      <p>{text.notice[notice.name](notice.about, notice.detail ?? '')}</p>
      {notice.imageId === undefined ? null : (
        <a
          class="button quiet small"
          href={services.site.links.page({ id: notice.imageId })}
          target="_blank"
          rel="noopener"
        >
          {text.image.publicPage}
        </a>
      )}
      {notice.undo === undefined ? null : (
        <Form action={notice.undo.path}>
          <input type="hidden" name="return" value={addressOf(context)} />
          {notice.undo.fields.map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <button type="submit" class="quiet small">
            {text.common.undo}
          </button>
        </Form>
      )}
    </div>
  )
}

/** Reminds users with a generated password to change it, unless the page has a form for that. */
export const GeneratedPasswordBar = ({ isAskedBelow }: { isAskedBelow: boolean }) => {
  const { notice, signedIn, path, text } = useConsole()
  const isSaid = isAskedBelow || notice?.name === 'passwordFirst'
  if (signedIn?.user.hasGeneratedPassword !== true || isSaid) return null
  return (
    <div class="message warn">
      <p>{text.account.generatedPassword}</p>
      {path === '/account' ? null : (
        <a class="button quiet small" href="/account">
          {text.account.changePassword}
        </a>
      )}
    </div>
  )
}

/** Why the last action was refused. */
export const RefusalBar = () => {
  const { refusal } = useConsole()
  if (refusal === undefined) return null
  return (
    <div class="message bad" role="alert" tabindex={-1} data-focus="">
      <p>
        <FailureMessage of={refusal.facts} />
      </p>
    </div>
  )
}
