/** @jsxImportSource hono/jsx */
import { type Album, type Image, maxDescriptionCharacters, maxNameCharacters } from '@pictoglyph/core'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { submittedTo } from '../context/submitted-form.ts'
import { showPage } from '../page/page.tsx'
import { ArrangeForm } from '../parts/arrange-form.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Empty } from '../parts/empty.tsx'
import { CheckField, Field, Form, TextField } from '../parts/form.tsx'
import { HiddenName } from '../parts/hidden-name.tsx'
import { Icon } from '../parts/icon.tsx'
import { sliceOf } from '../parts/list-slice.ts'
import { Count } from '../parts/numbers-and-times.tsx'
import { Pager } from '../parts/pager.tsx'
import { PlaceButtons } from '../parts/place-buttons.tsx'

/** The owner's albums in their order. */
export async function showAlbums(context: SignedInContext): Promise<Response> {
  const albums = await context.services.site.database.albums.list(context.user.id)
  const { items, from, next } = sliceOf(albums, context.query)
  const covers = await context.services.site.database.albums.covers(items.map(({ id }) => id))
  const { album: text } = context.text
  return showPage(context, {
    title: text.title,
    lead: text.lead,
    body: (
      <>
        <Form action="/albums" class="card inline-form">
          <Field
            label={text.newName}
            name="name"
            value={submittedTo(context, '/albums').get('name') ?? ''}
            control={{ required: true, maxlength: maxNameCharacters.album }}
          />
          <button type="submit">{text.add}</button>
        </Form>
        {albums.length === 0 ? (
          <Empty title={text.empty}>
            <p>{text.emptyHint}</p>
          </Empty>
        ) : (
          <ul class="rows">
            {items.map((album, index) => (
              <AlbumRow
                album={album}
                cover={covers.get(album.id)}
                isFirst={from + index === 0}
                isLast={from + index === albums.length - 1}
              />
            ))}
          </ul>
        )}
        <ArrangeForm action="/albums/order" />
        <Pager next={next} path="/albums" />
      </>
    ),
  })
}

interface AlbumRowProps {
  album: Album & { imageCount: number }
  cover: Image | undefined
  isFirst: boolean
  isLast: boolean
}

const AlbumRow = ({ album, cover, isFirst, isLast }: AlbumRowProps) => {
  const { text, services } = useConsole()
  const base = `/albums/${album.id}`
  return (
    <li class="card row" id={`at-${album.id}`} tabindex={-1} data-arranged={album.id}>
      <PlaceButtons action={`${base}/place`} name={album.name} isFirst={isFirst} isLast={isLast} />
      <div class="row-main with-cover">
        <h2>
          <a href={`/images?album=${album.id}`}>
            <Cover image={cover} />
            <span dir="auto">{album.name}</span>
          </a>
        </h2>
        <p class="muted">
          <Count of={album.imageCount} /> {text.gallery.images(album.imageCount)}
          {album.publicToken === null ? null : ` · ${text.album.isPublic}`}
        </p>
        {album.description === '' ? null : (
          <p class="album-description" dir="auto">
            {album.description}
          </p>
        )}
        {album.publicToken === null ? null : (
          <>
            <div class="shared-link">
              <CopyField
                label={text.album.publicLink}
                of={album.name}
                value={services.site.links.album(album.publicToken)}
              />
              <OpenPublic album={album} token={album.publicToken} />
            </div>
            <RandomLink album={album} token={album.publicToken} />
          </>
        )}
      </div>
      <div class="row-actions">
        <EditAlbum album={album} />
        <Form action={`${base}/public`}>
          <button
            type="submit"
            class="quiet small"
            name="public"
            value={album.publicToken === null ? 'on' : 'off'}
          >
            {album.publicToken === null ? text.album.publish : text.album.unpublish}
            <HiddenName name={album.name} />
          </button>
        </Form>
        <Form action={`${base}/delete`}>
          <Confirm
            label={text.common.delete}
            of={album.name}
            question={text.album.deleteQuestion}
            confirm={text.album.deleteThis}
          />
        </Form>
      </div>
    </li>
  )
}

/** The picture that stands for an album. */
const Cover = ({ image }: { image: Image | undefined }) => {
  const { services } = useConsole()
  return (
    <span class="cover">
      {image === undefined ? null : (
        <img
          src={services.site.links.rendition(image, 'thumbnail')}
          width="96"
          height="96"
          loading="lazy"
          decoding="async"
          draggable={false}
          alt=""
        />
      )}
    </span>
  )
}

const OpenPublic = ({ album, token }: { album: Album; token: string }) => {
  const { text, services } = useConsole()
  return (
    <a
      class="button quiet small"
      href={services.site.links.album(token)}
      target="_blank"
      rel="noopener"
      title={text.album.openPublic}
      aria-label={text.album.openPublicOf(album.name)}
    >
      <Icon name="open" />
    </a>
  )
}

/** The address that leads to any of its images, and the switch for it. */
const RandomLink = ({ album, token }: { album: Album; token: string }) => {
  const { text, services } = useConsole()
  const { hasRandomLink } = album
  return (
    <div class="shared-link">
      {hasRandomLink ? (
        <CopyField
          label={text.album.randomLink}
          of={album.name}
          value={services.site.links.randomImage(token)}
        />
      ) : null}
      <Form action={`/albums/${album.id}/random`}>
        <button type="submit" class="quiet small" name="random" value={hasRandomLink ? 'off' : 'on'}>
          {hasRandomLink ? text.album.endRandom : text.album.offerRandom}
          <HiddenName name={album.name} />
        </button>
      </Form>
    </div>
  )
}

/** A button that unfolds the album's words; unfolded where they were refused. */
const EditAlbum = ({ album }: { album: Album }) => {
  const context = useConsole()
  const { album: text, common } = context.text
  const action = `/albums/${album.id}/name`
  const refused = submittedTo(context, action)
  return (
    <details class="confirm" data-dismiss="" open={refused.has('name')}>
      <summary class="button quiet small">
        <span>{text.edit}</span>
        <HiddenName name={album.name} />
      </summary>
      <Form action={action} class="confirm-panel stack">
        <Field
          label={text.name}
          name="name"
          value={refused.get('name') ?? album.name}
          control={{ required: true, maxlength: maxNameCharacters.album }}
        />
        <TextField
          label={text.description}
          name="description"
          hint={text.descriptionHint}
          value={refused.get('description') ?? album.description}
          control={{ maxlength: maxDescriptionCharacters, rows: 3 }}
        />
        {album.isArranged ? <CheckField name="newestFirst" label={text.newestFirst} /> : null}
        <button type="submit" class="small">
          {common.save}
        </button>
      </Form>
    </details>
  )
}
