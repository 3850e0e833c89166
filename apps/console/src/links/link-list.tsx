/** @jsxImportSource hono/jsx */
import type { PermanentLink, ShownTarget } from '@pictoglyph/site/links/link-rows'
import { seeThroughClass } from '@pictoglyph/web/page/see-through'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { submittedTo } from '../context/submitted-form.ts'
import { Confirm } from '../parts/confirm.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Field, Form, NewForm, Submit } from '../parts/form.tsx'
import { HiddenName } from '../parts/hidden-name.tsx'
import { sliceOf } from '../parts/list-slice.ts'
import { Time } from '../parts/numbers-and-times.tsx'
import { Pager } from '../parts/pager.tsx'
import { imageName } from '../parts/shown-name.ts'

interface OwnLinks {
  links: readonly { link: PermanentLink; targets: readonly ShownTarget[] }[]
  next: string | null
}

/** Query field for the position in the list of links; the gallery has its own. */
const placeName = 'link'

/** The owner's links, also ended ones, each with its latest pictures. */
export async function ownLinksOf({ services, user, query }: SignedInContext): Promise<OwnLinks> {
  const { links } = services.site.database
  const asked = new URLSearchParams({ after: query.get(placeName) ?? '' })
  const { items, next } = sliceOf(await links.list(user.id), asked)
  const strips = await links.strips(items.map(({ name }) => name))
  return { links: items.map((link) => ({ link, targets: strips.get(link.name) ?? [] })), next }
}

/** All permanent links of an owner, above their images. */
export const LinkList = ({ links, next }: OwnLinks) => {
  const context = useConsole()
  const { link: text } = context.text
  const form = submittedTo(context, '/links')
  return (
    <section class="stack" aria-label={text.title}>
      <ul class="rows">
        {links.map(({ link, targets }) => (
          <LinkRow link={link} targets={targets} />
        ))}
      </ul>
      <Pager next={next} name={placeName} label={text.title} />
      <details class="card fold" open={form.has('name') || links.length === 0}>
        <summary>
          <h2>{text.set}</h2>
        </summary>
        <NewForm action="/links" usual={{ name: '', image: '' }} class="stack">
          <div class="field-row">
            <Field
              label={text.name}
              hint={text.nameHint}
              name="name"
              control={{ required: true, maxlength: 64 }}
            />
            <Field label={text.image} hint={text.imageHint} name="image" control={{ required: true }} />
          </div>
          <Submit>{text.set}</Submit>
        </NewForm>
      </details>
    </section>
  )
}

const LinkRow = ({ link, targets }: { link: PermanentLink; targets: readonly ShownTarget[] }) => {
  const { text, services } = useConsole()
  const { name, imageId, endedAtMs } = link
  const isThere = targets.some(({ number }) => number === link.number)
  return (
    <li class="card row">
      <div class="row-main">
        <h2>{name}</h2>
        {endedAtMs !== null ? (
          <p class="muted">
            <span class="badge">{text.link.ended}</span> <Time atMs={endedAtMs} />
          </p>
        ) : isThere ? null : (
          <p class="muted">{text.link.gone}</p>
        )}
        <CopyField label={text.link.address} of={name} value={services.site.links.named(name)} />
        <LinkStrip link={link} targets={targets} />
      </div>
      <div class="row-actions">
        {isThere && endedAtMs === null ? (
          <a class="button quiet small" href={`/images/${imageId}`}>
            {text.link.change}
            <HiddenName name={name} />
          </a>
        ) : null}
        <EndLink link={link} />
      </div>
    </li>
  )
}

/** Ends a link, or restores an ended one. */
const EndLink = ({ link: { name, endedAtMs } }: { link: PermanentLink }) => {
  const { link: text } = useConsole().text
  return endedAtMs === null ? (
    <Form action="/links/end">
      <input type="hidden" name="name" value={name} />
      <Confirm label={text.end} of={name} question={text.endQuestion} confirm={text.endThis} />
    </Form>
  ) : (
    <Form action="/links/resume">
      <input type="hidden" name="name" value={name} />
      <button type="submit" class="quiet small">
        {text.resume}
        <HiddenName name={name} />
      </button>
    </Form>
  )
}

/** The latest pictures of a link, the current one first; the link can be set back to another one. */
export const LinkStrip = ({ link, targets }: { link: PermanentLink; targets: readonly ShownTarget[] }) => {
  const { text, services } = useConsole()
  if (targets.length === 0) return null
  return (
    <ul class="link-strip" aria-label={text.link.history}>
      {targets.map(({ number, image }) => {
        const isNow = number === link.number && link.endedAtMs === null
        const title = imageName(text, image)
        return (
          <li class={isNow ? 'now' : undefined}>
            <a href={`/images/${image.id}`}>
              <img
                class={seeThroughClass(image)}
                src={services.site.links.rendition(image, 'thumbnail')}
                width="96"
                height="72"
                loading="lazy"
                decoding="async"
                alt={title}
              />
            </a>
            {isNow ? (
              <span class="badge good">{text.link.now}</span>
            ) : (
              <Form action="/links/restore">
                <input type="hidden" name="name" value={link.name} />
                <input type="hidden" name="number" value={String(number)} />
                <button type="submit" class="plain small" title={text.link.restore}>
                  {text.link.restore}
                  <HiddenName name={`${link.name} ${number} ${title}`} />
                </button>
              </Form>
            )}
          </li>
        )
      })}
    </ul>
  )
}
