/** @jsxImportSource hono/jsx */
import { type BlockedHash, hashNotBlocked } from '@pictoglyph/site/images/blocked-hash-rows'
import { maxReasonCharacters } from '@pictoglyph/site/images/take-down'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { idOf } from '../../context/page-address.ts'
import { Fact } from '../../gallery/image-facts.tsx'
import { showPage } from '../../page/page.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { EditForm, Field, Form, Submit } from '../../parts/form.tsx'
import { Time } from '../../parts/numbers-and-times.tsx'
import type { ShownThing } from '../../parts/shown-values.ts'
import { WayBack } from '../../parts/way-back.tsx'

export const hashesPath = '/hashes'

export const hashPath = (sha256: string): string => `${hashesPath}/${sha256}`

/** The page of one blocked hash: its reason and a form to unblock it. */
export async function showHash(context: SignedInContext): Promise<Response> {
  const hash = await findHash(context)
  const { hash: text, common } = context.text
  const { sha256 } = hash
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
        <EditForm action={hashPath(sha256)} present={shownHash(hash).present} class="card stack">
          <ReasonFields />
          <Submit>{common.save}</Submit>
        </EditForm>
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

/** Finds the hash in the address. @throws {Failure} NOT_FOUND */
export async function findHash(context: SignedInContext): Promise<BlockedHash> {
  const id = idOf(context)
  const hash = await context.services.site.database.hashes.find(id)
  if (hash === undefined) throw hashNotBlocked(id)
  return hash
}

/** The editable fields of a blocked hash for an edit form. */
export const shownHash = ({ sha256, reason, note }: BlockedHash): ShownThing => ({
  present: { reason, note },
  history: { subject: sha256, actions: { reason: 'hash.block', note: 'hash.block' } },
})

/** Why a hash is blocked: the reason is for senders, the note for operators. */
export const ReasonFields = () => {
  const { hash: text, takenDown } = useConsole().text
  const control = { maxlength: maxReasonCharacters, autocomplete: 'off' }
  return (
    <>
      <Field
        label={takenDown.reason}
        hint={takenDown.reasonHint}
        name="reason"
        control={{ ...control, required: true }}
      />
      <Field label={text.note} hint={text.noteHint} name="note" control={control} />
    </>
  )
}
