/** @jsxImportSource hono/jsx */

import type { BlockedHash } from '@pictoglyph/site/images/blocked-hash-rows'
import { blockHash, unblockHash } from '@pictoglyph/site/images/blocked-hashes'
import { goTo } from '../../context/answers.ts'
import { type ConsoleContext, type SignedInContext, useConsole } from '../../context/console-context.ts'
import { idOf, placeIn } from '../../context/page-address.ts'
import { submittedTo } from '../../context/submitted-form.ts'
import { showPage } from '../../page/page.tsx'
import { CreateButton, CreatePanel } from '../../parts/create-panel.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Field, NewForm, Submit } from '../../parts/form.tsx'
import { rowsOfPage } from '../../parts/list-slice.ts'
import { Time } from '../../parts/numbers-and-times.tsx'
import { Pager } from '../../parts/pager.tsx'
import { changedFields } from '../../parts/shown-values.ts'
import { Cell, RowLink, Table } from '../../parts/table.tsx'
import { type ConsoleRoute, operatorAction, operatorPage } from '../../routing/route.ts'
import { findHash, hashPath, hashesPath as path, ReasonFields, showHash, shownHash } from './hash-page.tsx'
import { moderationTabs } from './moderation-tabs.tsx'

export const hashRoutes: ConsoleRoute[] = [
  operatorPage(path, showHashes),
  operatorAction(path, { run: block, onRefused: showHashes }),
  operatorAction(`${path}/unblock`, { run: unblock, onRefused: showHashes }),
  operatorPage(`${path}/:id`, showHash),
  operatorAction(`${path}/:id`, {
    run: change,
    onRefused: showHash,
    page: (context: ConsoleContext) => hashPath(idOf(context)),
  }),
]

/** The blocked hashes, which no one may upload. */
async function showHashes(context: SignedInContext): Promise<Response> {
  const { hashes } = context.services.site.database
  const { items, next } = await hashes.list({ ...placeIn(context.query), limit: rowsOfPage })
  const { hash: text, takenDown } = context.text
  const panel = { label: text.addTitle, isOpen: submittedTo(context, path).size > 0 }
  return showPage(context, {
    title: text.title,
    lead: text.lead,
    tabs: await moderationTabs(context),
    actions: <CreateButton panel="block" {...panel} />,
    body: (
      <>
        <CreatePanel id="block" {...panel}>
          <NewHashForm />
        </CreatePanel>
        {items.length === 0 ? (
          <Empty title={text.empty} />
        ) : (
          <Table
            label={text.title}
            columns={[
              { label: text.sha256 },
              { label: takenDown.reason },
              { label: text.note, isWide: true },
              { label: text.by, isWide: true },
              { label: text.at, isWide: true },
            ]}
          >
            {items.map((hash) => (
              <HashRow hash={hash} />
            ))}
          </Table>
        )}
        <Pager next={next} path={path} />
      </>
    ),
  })
}

const HashRow = ({ hash }: { hash: BlockedHash }) => (
  <tr>
    <RowLink href={hashPath(hash.sha256)}>
      <code>{hash.sha256}</code>
    </RowLink>
    <Cell>
      <bdi>{hash.reason}</bdi>
    </Cell>
    <Cell isWide>
      <bdi class="muted">{hash.note}</bdi>
    </Cell>
    <Cell isWide>{hash.blockedBy}</Cell>
    <Cell isWide>
      <Time atMs={hash.blockedAtMs} />
    </Cell>
  </tr>
)

const NewHashForm = () => {
  const { hash: text } = useConsole().text
  return (
    <NewForm action={path} usual={{ sha256: '', reason: '', note: '' }} class="card stack">
      <h2>{text.addTitle}</h2>
      <Field
        label={text.sha256}
        hint={text.sha256Hint}
        name="sha256"
        control={{ required: true, spellcheck: false, autocomplete: 'off' }}
      />
      <ReasonFields />
      <Submit>{text.add}</Submit>
    </NewForm>
  )
}

async function block(context: SignedInContext): Promise<Response> {
  const { form, services, actor } = context
  const given = (name: string) => form.get(name) ?? ''
  await blockHash(services.site, actor, {
    sha256: given('sha256'),
    reason: given('reason'),
    note: given('note'),
  })
  return goTo(context, path, { name: 'hashBlocked', about: '' })
}

/** Changes a blocked hash's reason and note. */
async function change(context: SignedInContext): Promise<Response> {
  const hash = await findHash(context)
  const changed = await changedFields(context, shownHash(hash))
  if (changed.size > 0) {
    await blockHash(context.services.site, context.actor, { ...hash, ...Object.fromEntries(changed) })
  }
  return goTo(context, path, { name: 'saved', about: '' })
}

async function unblock(context: SignedInContext): Promise<Response> {
  await unblockHash(context.services.site, context.actor, context.form.get('sha256') ?? '')
  return goTo(context, path, { name: 'hashUnblocked', about: '' })
}
