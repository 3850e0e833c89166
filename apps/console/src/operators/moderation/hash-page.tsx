/** @jsxImportSource hono/jsx */
import type { BlockedHash } from '@pictoglyph/site/images/blocked-hash-rows'
import { notFound } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { idOf } from '../../context/page-address.ts'
import { submittedTo } from '../../context/submitted-form.ts'
import { Fact } from '../../gallery/image-facts.tsx'
import { showPage } from '../../page/page.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Field, Form } from '../../parts/form.tsx'
import { Time } from '../../parts/numbers-and-times.tsx'
import { WayBack } from '../../parts/way-back.tsx'

export const hashesPath = '/hashes'

export const hashPath = (sha256: string): string => `${hashesPath}/${sha256}`

/** One blocked hash: why it is, and how it ends. */
export async function showHash(context: SignedInContext): Promise<Response> {
  const hash = await findHash(context)
  const { hash: text, common } = context.text
  const { sha256 } = hash
  const written = submittedTo(context, hashPath(sha256))
  return showPage(context, {
    title: `${sha256.slice(0, 12)}…`,
    actions: <WayBack href={hashesPath}>{text.toHashes}</WayBack>,
    body: (
      <>
        <section class="card">
          <dl class="facts">
            <Fact term={text.sha256}>
              <code class="long">{sha256}</code>
            </Fact>
            <Fact term={text.by}>{hash.blockedBy}</Fact>
            <Fact term={text.at}>
              <Time atMs={hash.blockedAtMs} />
            </Fact>
          </dl>
        </section>
        <Form action={hashPath(sha256)} class="card stack">
          <ReasonFields
            reason={written.get('reason') ?? hash.reason}
            note={written.get('note') ?? hash.note}
          />
          <div>
            <button type="submit">{common.save}</button>
          </div>
        </Form>
        <Form action={`${hashesPath}/unblock`} class="foot-actions">
          <input type="hidden" name="sha256" value={sha256} />
          <Confirm
            label={text.unblock}
            of={sha256.slice(0, 12)}
            question={text.unblockQuestion}
            confirm={text.unblock}
          />
        </Form>
      </>
    ),
  })
}

/** @throws {Failure} NOT_FOUND */
export async function findHash(context: SignedInContext): Promise<BlockedHash> {
  const id = idOf(context)
  const hash = await context.services.site.database.hashes.find(id)
  if (hash === undefined) throw notFound(message('The blocked hash "{hash}"', { hash: id }))
  return hash
}

/** Why bytes are refused: the one for their senders, the other for operators. */
export const ReasonFields = ({ reason, note }: { reason: string; note: string }) => {
  const { hash: text, takenDown } = useConsole().text
  const control = { maxlength: 500, autocomplete: 'off' }
  return (
    <>
      <Field
        label={takenDown.reason}
        hint={takenDown.reasonHint}
        name="reason"
        value={reason}
        control={{ ...control, required: true }}
      />
      <Field label={text.note} hint={text.noteHint} name="note" value={note} control={control} />
    </>
  )
}
