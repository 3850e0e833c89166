/** @jsxImportSource hono/jsx */
import {
  endLink,
  findOwnImage,
  findOwnLink,
  imageIdIn,
  type LinkTarget,
  type NamedLink,
  restoreLink,
  resumeLink,
  setLink,
} from '@pictoglyph/core'
import { goTo } from '../context/answers.ts'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { submittedTo } from '../context/submitted-form.ts'
import { showPage } from '../page/page.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Empty } from '../parts/empty.tsx'
import { Field, Form } from '../parts/form.tsx'
import { HiddenName } from '../parts/hidden-name.tsx'
import { sliceOf } from '../parts/list-slice.ts'
import { Time } from '../parts/numbers-and-times.tsx'
import { Pager } from '../parts/pager.tsx'
import { action, type ConsoleRoute, page } from '../routing/route.ts'

const shownTargets = 20

export const linkRoutes: ConsoleRoute[] = [
  page('/links', showNamedLinks),
  action('/links', { run: set, onRefused: showNamedLinks }),
  action('/links/restore', { run: restore, onRefused: showNamedLinks, page: () => '/links' }),
  action('/links/end', { run: end, onRefused: showNamedLinks, page: () => '/links' }),
  action('/links/resume', { run: resume, onRefused: showNamedLinks, page: () => '/links' }),
]

interface ShownLink {
  link: NamedLink
  isThere: boolean
  history: readonly LinkTarget[]
}

/** The owner's links that stay, each with what it has led to. */
async function showNamedLinks(context: SignedInContext): Promise<Response> {
  const { database } = context.services.site
  const links = await database.links.list(context.user.id)
  const { items, next } = sliceOf(links, context.query)
  const shown: ShownLink[] = []
  for (const link of items) {
    const isThere = (await database.images.byId(link.imageId)) !== undefined
    shown.push({ link, isThere, history: await database.links.history(link.name) })
  }
  const { link: text } = context.text
  const form = submittedTo(context, '/links')
  return showPage(context, {
    title: text.title,
    lead: text.lead,
    body: (
      <>
        <Form action="/links" class="card stack">
          <Field
            label={text.name}
            hint={text.nameHint}
            name="name"
            value={form.get('name') ?? ''}
            control={{ required: true, maxlength: 64 }}
          />
          <Field
            label={text.image}
            hint={text.imageHint}
            name="image"
            value={form.get('image') ?? context.query.get('image') ?? ''}
            control={{ required: true }}
          />
          <div>
            <button type="submit">{text.set}</button>
          </div>
        </Form>
        {links.length === 0 ? (
          <Empty title={text.empty}>
            <p>{text.emptyHint}</p>
          </Empty>
        ) : (
          <ul class="rows">
            {shown.map((one) => (
              <LinkRow {...one} />
            ))}
          </ul>
        )}
        <Pager next={next} path="/links" />
      </>
    ),
  })
}

const LinkRow = ({ link, isThere, history }: ShownLink) => {
  const { text, services } = useConsole()
  const { name, imageId, endedAtMs } = link
  return (
    <li class="card row">
      <div class="row-main">
        <h2>{name}</h2>
        <p class="muted">
          {endedAtMs !== null ? (
            <>
              <span class="badge">{text.link.ended}</span> <Time atMs={endedAtMs} />
            </>
          ) : isThere ? (
            <>
              {text.link.leadsTo} <a href={`/images/${imageId}`}>{imageId}</a>
            </>
          ) : (
            text.link.gone
          )}
        </p>
        <CopyField label={text.link.address} of={name} value={services.site.links.named(name)} />
        <details>
          <summary>
            {text.link.history}
            <HiddenName name={name} />
          </summary>
          <ul class="plain-list">
            {history.slice(0, shownTargets).map((target) => (
              <TargetRow link={link} target={target} />
            ))}
          </ul>
        </details>
      </div>
      <div class="row-actions">
        {endedAtMs === null ? (
          <Form action="/links/end">
            <input type="hidden" name="name" value={name} />
            <Confirm
              label={text.link.end}
              of={name}
              question={text.link.endQuestion}
              confirm={text.link.endThis}
            />
          </Form>
        ) : (
          <Form action="/links/resume">
            <input type="hidden" name="name" value={name} />
            <button type="submit" class="quiet small">
              {text.link.resume}
              <HiddenName name={name} />
            </button>
          </Form>
        )}
      </div>
    </li>
  )
}

const TargetRow = ({ link, target }: { link: NamedLink; target: LinkTarget }) => {
  const { link: text } = useConsole().text
  return (
    <li>
      <Time atMs={target.atMs} /> <a href={`/images/${target.imageId}`}>{target.imageId}</a>{' '}
      {target.number === link.number && link.endedAtMs === null ? (
        <span class="badge good">{text.now}</span>
      ) : (
        <Form action="/links/restore">
          <input type="hidden" name="name" value={link.name} />
          <input type="hidden" name="number" value={String(target.number)} />
          <button type="submit" class="quiet small">
            {text.restore}
            <HiddenName name={`${link.name} ${target.number}`} />
          </button>
        </Form>
      )}
    </li>
  )
}

async function set(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const image = await findOwnImage(site, context.user.id, imageIdIn(context.form.get('image') ?? ''))
  const link = await setLink(site, context.actor, { name: context.form.get('name') ?? '', image })
  return goTo(context, '/links', { name: 'linkSet', about: link.name })
}

async function restore(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const link = await ownLink(context)
  await restoreLink(site, context.actor, link, Number(context.form.get('number')))
  return goTo(context, '/links', { name: 'linkSet', about: link.name })
}

async function end(context: SignedInContext): Promise<Response> {
  const link = await ownLink(context)
  await endLink(context.services.site, context.actor, link)
  const undo = { path: '/links/resume' as const, fields: [['name', link.name] as [string, string]] }
  return goTo(context, '/links', { name: 'linkEnded', about: link.name, undo })
}

async function resume(context: SignedInContext): Promise<Response> {
  const link = await ownLink(context)
  await resumeLink(context.services.site, context.actor, link)
  return goTo(context, '/links', { name: 'linkSet', about: link.name })
}

function ownLink({ services, user, form }: SignedInContext): Promise<NamedLink> {
  return findOwnLink(services.site, user.id, form.get('name') ?? '')
}
