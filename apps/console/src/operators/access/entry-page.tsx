/** @jsxImportSource hono/jsx */
import { maxNoteCharacters } from '@pictoglyph/site/access'
import type { AccessEntry } from '@pictoglyph/site/access/access-rows'
import { networksOfEntry } from '@pictoglyph/site/access/networks-of-entry'
import { notFound } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { isCidr } from '@pictoglyph/site/network/cidr'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { idOf, returnPath } from '../../context/page-address.ts'
import { submittedTo } from '../../context/submitted-form.ts'
import { Fact } from '../../gallery/image-facts.tsx'
import { showPage } from '../../page/page.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { ExpiryField } from '../../parts/expiry-field.tsx'
import { EditForm, Field, Form, Submit } from '../../parts/form.tsx'
import { Time, TimeOr } from '../../parts/numbers-and-times.tsx'
import type { ShownThing } from '../../parts/shown-values.ts'
import { WayBack } from '../../parts/way-back.tsx'
import { settingsPath } from '../settings/settings-page.tsx'

export const networksPath = settingsPath('networks')

type Named = Pick<AccessEntry, 'list' | 'network'>

/** The path of an entry's page. */
export const entryPath = (id: string): string => `${networksPath}/entries/${id}`

/** An entry's id in an address, without the network's slash. */
export function entryId({ list, network }: Named): string {
  const id = `${list}-${network.replace('/', '_')}`
  return isCidr(network) ? id : encodeURIComponent(id)
}

/** Finds the entry in the address. @throws {Failure} NOT_FOUND */
export async function findEntry(context: SignedInContext): Promise<AccessEntry> {
  const id = idOf(context)
  const list = id.startsWith('allow-') ? 'allow' : 'block'
  const network = id.slice(`${list}-`.length)
  // A text that is not a network may contain `_` itself.
  for (const text of [network.replace('_', '/'), network]) {
    const entry = await context.services.site.database.access.find(text, list)
    if (entry !== undefined) return entry
  }
  throw notFound(message('The network {network}', { network: network.replace('_', '/') }))
}

/** The page of one network on a list: its note and expiry, and its removal. */
export async function showEntry(context: SignedInContext): Promise<Response> {
  const entry = await findEntry(context)
  const written = submittedTo(context, entryPath(entryId(entry)))
  const back = returnPath((written.size > 0 ? written : context.query).get('return') ?? networksPath)
  const { access: text } = context.text
  return showPage(context, {
    title: entry.network,
    actions: <WayBack href={back}>{text.toNetworks}</WayBack>,
    body: (
      <>
        <section class="card">
          <dl class="facts">
            <Fact term={text.list}>{text.lists[entry.list]}</Fact>
            <Fact term={text.added}>
              <Time atMs={entry.createdAtMs} />
            </Fact>
            <Fact term={text.ends}>
              <TimeOr atMs={entry.expiresAtMs} otherwise={text.never} />
            </Fact>
          </dl>
        </section>
        {networksOfEntry(entry).problem === undefined ? (
          <ChangeForm entry={entry} back={back} />
        ) : (
          <div class="message warn">
            <p>{text.unreadable[entry.list]}</p>
          </div>
        )}
        <Form action={`${networksPath}/remove`} class="foot-actions">
          <input type="hidden" name="list" value={entry.list} />
          <input type="hidden" name="network" value={entry.network} />
          <input type="hidden" name="return" value={back} />
          <Confirm
            label={context.text.common.remove}
            of={entry.network}
            question={text.removeQuestion}
            confirm={context.text.common.remove}
          />
        </Form>
      </>
    ),
  })
}

/** An entry's note for an edit form. */
export const shownEntry = ({ list, network, note }: AccessEntry): ShownThing => ({
  present: { note },
  history: { subject: network, actions: { note: `access.${list}` } },
})

const ChangeForm = ({ entry, back }: { entry: AccessEntry; back: string }) => {
  const { access: text, common, expiry } = useConsole().text
  return (
    <EditForm action={entryPath(entryId(entry))} present={shownEntry(entry).present} class="card stack">
      <input type="hidden" name="return" value={back} />
      <Field label={text.note} name="note" control={{ maxlength: maxNoteCharacters }} />
      <ExpiryField label={text.ends} first={expiry.unchanged} />
      <Submit>{common.save}</Submit>
    </EditForm>
  )
}
