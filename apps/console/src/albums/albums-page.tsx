/** @jsxImportSource hono/jsx */
import { type Album, maxNameCharacters } from '@pictoglyph/core'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { submittedTo } from '../context/submitted-form.ts'
import { showPage } from '../page/page.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Empty } from '../parts/empty.tsx'
import { Field, Form } from '../parts/form.tsx'
import { HiddenName } from '../parts/hidden-name.tsx'
import { sliceOf } from '../parts/list-slice.ts'
import { Count } from '../parts/numbers-and-times.tsx'
import { Pager } from '../parts/pager.tsx'
import { PlaceButtons } from '../parts/place-buttons.tsx'
import { Rename } from '../parts/rename.tsx'

/** The owner's albums in their order. */
export async function showAlbums(context: SignedInContext): Promise<Response> {
  const albums = await context.services.site.database.albums.list(context.user.id)
  const { items, from, next } = sliceOf(albums, context.query)
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
                isFirst={from + index === 0}
                isLast={from + index === albums.length - 1}
              />
            ))}
          </ul>
        )}
        <Pager next={next} path="/albums" />
      </>
    ),
  })
}

interface AlbumRowProps {
  album: Album & { imageCount: number }
  isFirst: boolean
  isLast: boolean
}

const AlbumRow = ({ album, isFirst, isLast }: AlbumRowProps) => {
  const { text, services } = useConsole()
  const base = `/albums/${album.id}`
  return (
    <li class="card row" id={`at-${album.id}`} tabindex={-1}>
      <PlaceButtons action={`${base}/place`} name={album.name} isFirst={isFirst} isLast={isLast} />
      <div class="row-main">
        <h2>
          <a href={`/images?album=${album.id}`}>{album.name}</a>
        </h2>
        <p class="muted">
          <Count of={album.imageCount} /> {text.gallery.images(album.imageCount)}
          {album.publicToken === null ? null : ` · ${text.album.isPublic}`}
        </p>
        {album.publicToken === null ? null : (
          <CopyField
            label={text.album.publicLink}
            of={album.name}
            value={services.site.links.album(album.publicToken)}
          />
        )}
      </div>
      <div class="row-actions">
        <Rename
          action={`${base}/name`}
          label={text.album.name}
          name={album.name}
          maxCharacters={maxNameCharacters.album}
        />
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
