/** @jsxImportSource hono/jsx */
import type { User } from '@pictoglyph/site/language/records'
import type { SignedInContext } from '../../context/console-context.ts'
import { showPage } from '../../page/page.tsx'
import { ShownOnce } from '../../parts/shown-once.tsx'

export const passwordPath = ({ id }: User): string => `/users/${id}/password`

/** The page that shows a generated password once. */
export function showPasswordOnce(context: SignedInContext, user: User, password: string): Promise<Response> {
  const { user: text } = context.text
  return showPage(context, {
    title: user.name,
    shownOnce: { path: passwordPath(user), value: password },
    body: (
      <>
        <ShownOnce
          title={text.passwordOnce}
          hint={text.passwordOnceHint}
          label={text.password}
          value={password}
        />
        <p>
          <a class="button quiet" href="/users">
            {text.toUsers}
          </a>
        </p>
      </>
    ),
  })
}
