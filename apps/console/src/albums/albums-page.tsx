/** @jsxImportSource hono/jsx */
import type { Album, Image } from '@pictoglyph/site/language/records'
import { maxNameCharacters } from '@pictoglyph/site/language/text-field'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { showPage } from '../page/page.tsx'
import { ArrangeForm } from '../parts/arrange-form.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { Field, Form, NewForm } from '../parts/form.tsx'
import { sliceOf } from '../parts/list-slice.ts'
import { Count } from '../parts/numbers-and-times.tsx'
import { Pager } from '../parts/pager.tsx'
import { PlaceButtons } from '../parts/place-buttons.tsx'
import { EditAlbum } from './edit-album.tsx'
import { Mosaic } from './mosaic.tsx'
import { ShareAlbum } from './share-album.tsx'

/** The owner's albums in their order. */
export async function showAlbums(context: SignedInContext): Promise<Response> {
  const albums = await context.services.site.database.albums.list(context.user.id)
  const { items, from, next } = sliceOf(albums, context.query)
  const mosaics = await context.services.site.database.albums.mosaics(items.map(({ id }) => id))
  const { album: text } = context.text
  return showPage(context, {
    title: text.title,
    lead: text.lead,
    body: (
      <>
        <NewForm action="/albums" usual={{ name: '' }} class="card inline-form">
          <Field
            label={text.newName}
            name="name"
            control={{ required: true, maxlength: maxNameCharacters.album }}
          />
          <button type="submit">{text.add}</button>
        </NewForm>
        {albums.length === 0 ? (
          <Empty title={text.empty}>
            <p>{text.emptyHint}</p>
          </Empty>
        ) : (
          <ul class="album-cards">
            {items.map((album, index) => (
              <AlbumCard
                album={album}
                pictures={mosaics.get(album.id) ?? []}
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

interface AlbumCardProps {
  album: Album & { imageCount: number }
  pictures: readonly Image[]
  isFirst: boolean
  isLast: boolean
}

const AlbumCard = ({ album, pictures, isFirst, isLast }: AlbumCardProps) => {
  const { text } = useConsole()
  const base = `/albums/${album.id}`
  return (
    <li class="card row album-card" id={`at-${album.id}`} tabindex={-1} data-arranged={album.id}>
      <PlaceButtons action={`${base}/place`} name={album.name} isFirst={isFirst} isLast={isLast} />
      <div class="row-main">
        <h2>
          <a href={`/images?album=${album.id}`}>
            <Mosaic images={pictures} />
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
      </div>
      <div class="row-actions">
        <EditAlbum album={album} />
        <ShareAlbum album={album} />
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
