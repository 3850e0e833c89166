/** @jsxImportSource hono/jsx */
import type { Album, ImageQuery } from '@pictoglyph/core'
import { addressOf } from '../context/address-of.ts'
import type { SignedInContext } from '../context/console-context.ts'
import { useConsole } from '../context/use-console.ts'
import { Confirm } from '../parts/confirm.tsx'
import { Count } from '../parts/count.tsx'
import { Empty } from '../parts/empty.tsx'
import { Form } from '../parts/form.tsx'
import { showPage } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import { GalleryFilter } from './gallery-filter.tsx'
import { ImageGrid } from './image-grid.tsx'
import { imageQueryOf, isFiltered } from './image-query.ts'
import { SelectionChoice } from './selection-choice.tsx'

/** The owner's images, newest first, by album, category, day and words. */
export async function showGallery(context: SignedInContext): Promise<Response> {
  const { database } = context.services.site
  const { gallery } = context.text
  const query = imageQueryOf(context.query, context.user.id)
  const [images, albums, categories, usage] = await Promise.all([
    database.images.list(query),
    database.albums.list(context.user.id),
    database.categories.list(),
    database.users.usage(context.user.id),
  ])
  const album = albums.find(({ id }) => id === query.albumId)
  return showPage(context, {
    title: album?.name ?? gallery.title,
    lead:
      usage.images === 0 ? undefined : (
        <Lead query={query} shown={images.items.length} all={album?.imageCount ?? usage.images} />
      ),
    actions: (
      <>
        <a class="button quiet" href="/images/deleted">
          {gallery.deleted}
        </a>
        <a class="button" href={album === undefined ? '/upload' : `/upload?album=${album.id}`}>
          {gallery.upload}
        </a>
      </>
    ),
    body: (
      <>
        {usage.images === 0 ? null : (
          <GalleryFilter albums={albums} categories={categories} query={query} asked={context.query} />
        )}
        {images.items.length === 0 ? (
          <NothingHere query={query} hasMore={images.next !== null} />
        ) : (
          <Form action="/images/move" id="selection" class="stack" data={{ 'data-selection': '' }}>
            <input type="hidden" name="return" value={addressOf(context)} />
            <SelectionBar albums={albums} album={album} />
            <ImageGrid images={images.items} linked={true} />
          </Form>
        )}
        <Pager next={images.next} />
      </>
    ),
  })
}

/** How many images there are, all in all or in the album, and how many of them a filter shows. */
const Lead = ({ query, shown, all }: { query: ImageQuery; shown: number; all: number }) => {
  const { gallery } = useConsole().text
  const { albumId: _, ...filter } = query
  if (isFiltered(filter)) return <>{gallery.shownOf(shown, all)}</>
  return (
    <>
      <Count of={all} /> {gallery.images(all)}
    </>
  )
}

const NothingHere = ({ query, hasMore }: { query: ImageQuery; hasMore: boolean }) => {
  const { gallery } = useConsole().text
  if (hasMore) return <Empty title={gallery.nothingHere} />
  if (query.after !== undefined) return <Empty title={gallery.nothingLeft} />
  if (isFiltered(query)) {
    return (
      <Empty title={gallery.nothingFound}>
        <p>{gallery.nothingFoundHint}</p>
        <a class="button quiet" href="/images">
          {gallery.showAll}
        </a>
      </Empty>
    )
  }
  return (
    <Empty title={gallery.empty}>
      <p>{gallery.emptyHint}</p>
      <a class="button" href="/upload">
        {gallery.upload}
      </a>
    </Empty>
  )
}

const SelectionBar = (props: { albums: readonly Album[]; album: Album | undefined }) => {
  const { gallery, common } = useConsole().text
  return (
    <div class="selection-bar">
      <SelectionChoice hint={gallery.selectHint} />
      {props.album === undefined ? null : <input type="hidden" name="outOf" value={props.album.id} />}
      <div class="together selection-actions">
        {props.albums.length === 0 ? null : (
          <span class="together">
            <label>
              <span class="visually-hidden">{gallery.album}</span>
              <select name="into">
                {props.album === undefined ? null : <option value="">{gallery.outOfAlbum}</option>}
                {props.albums
                  .filter(({ id }) => id !== props.album?.id)
                  .map(({ id, name }) => (
                    <option value={id}>{name}</option>
                  ))}
              </select>
            </label>
            <button type="submit" class="quiet small">
              {gallery.move}
            </button>
          </span>
        )}
        <Confirm
          label={common.delete}
          question={gallery.deleteQuestion}
          confirm={gallery.deleteSelected}
          button={{ formaction: '/images/delete' }}
        />
      </div>
    </div>
  )
}
