/** @jsxImportSource hono/jsx */
import type { User } from '@pictoglyph/core'
import { CopyField } from '../parts/copy-field.tsx'
import { showPage } from '../parts/page.tsx'
import type { MemberVisit } from '../visit/visit.ts'

/** The page that shows a generated password, this once. */
export function showPasswordOnce(visit: MemberVisit, user: User, password: string): Promise<Response> {
  const { user: text } = visit.text
  return showPage(visit, {
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
