/** @jsxImportSource hono/jsx */
import { Failure, type FailureFacts, findOwnDeletedImage } from '@pictoglyph/core'
import type { SignedInContext } from '../context/console-context.ts'
import { showPage } from '../page/page.tsx'
import { FailureMessage } from '../parts/failure-message.tsx'
import { Form } from '../parts/form.tsx'

/**
 * What a phone has shared, which its owner keeps or leaves: what is left stays among the deleted images until it is
 * gone by itself.
 */
export async function showShared(
  context: SignedInContext,
  refusals: readonly FailureFacts[] = [],
): Promise<Response> {
  const { share } = context.text
  const named = context.query.getAll('id').slice(0, maxShown)
  const found = await Promise.all(named.map((id) => isWaiting(context, id)))
  const waiting = named.filter((_, index) => found[index])
  return showPage(context, {
    title: share.title,
    lead: waiting.length > 0 ? share.lead(waiting.length) : share.nothing,
    status: refusals.length > 0 && named.length === 0 ? 400 : 200,
    body: (
      <div class="stack">
        {refusals.map((facts) => (
          <div class="message bad" role="alert">
            <p>
              <FailureMessage of={facts} />
            </p>
          </div>
        ))}
        {named.length > waiting.length ? <p>{share.alreadyThere(named.length - waiting.length)}</p> : null}
        {waiting.length === 0 ? (
          <p>
            <a class="button quiet" href="/images">
              {share.toGallery}
            </a>
          </p>
        ) : (
          <Form action="/images/restore" class="stack">
            <input type="hidden" name="return" value="/images" />
            <ul class="shared-pictures">
              {waiting.map((id) => (
                <li>
                  <img src={`/images/deleted/${id}`} alt="" width="160" height="160" decoding="async" />
                  <input type="hidden" name="id" value={id} />
                </li>
              ))}
            </ul>
            <div class="together">
              <button type="submit">{share.keep(waiting.length)}</button>
              <a class="button quiet" href="/images">
                {share.leave}
              </a>
            </div>
            <p class="hint">{share.hint}</p>
          </Form>
        )}
      </div>
    ),
  })
}

const maxShown = 100

async function isWaiting({ services, user }: SignedInContext, id: string): Promise<boolean> {
  try {
    await findOwnDeletedImage(services.site, user.id, id)
    return true
  } catch (error) {
    if (error instanceof Failure && error.code === 'NOT_FOUND') return false
    throw error
  }
}
