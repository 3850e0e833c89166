/** @jsxImportSource hono/jsx */
import type { User } from '@pictoglyph/core'
import type { SignedInContext } from '../../context/console-context.ts'
import { showPage } from '../../page/page.tsx'
import { CopyField } from '../../parts/copy-field.tsx'

/** The page that shows a generated password, this once. */
export function showPasswordOnce(context: SignedInContext, user: User, password: string): Promise<Response> {
  const { user: text } = context.text
  return showPage(context, {
    title: user.name,
    body: (
      <>
        <section class="card stack highlight">
          <h2>{text.passwordOnce}</h2>
          <p>{text.passwordOnceHint}</p>
          <CopyField label={text.password} value={password} />
        </section>
        <p>
          <a class="button quiet" href="/users">
            {text.toUsers}
          </a>
        </p>
      </>
    ),
  })
}
