/** @jsxImportSource hono/jsx */
import type { Album, ImageQuery } from '@pictoglyph/core'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { addressOf } from '../context/page-address.ts'
import { showPage } from '../page/page.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { Form } from '../parts/form.tsx'
import { Count } from '../parts/numbers-and-times.tsx'
import { Pager } from '../parts/pager.tsx'
import { GalleryFilter } from './gallery-filter.tsx'
import { ImageGrid, SelectionChoice } from './image-grid.tsx'
import { imageQueryOf, isFiltered } from './image-query.ts'

/** Matches are counted up to here, so that a filter takes as long in a large gallery as in a small one. */
const maxCountedMatches = 10_000

/** The owner's images, newest first, by album, category, day and words. */
export async function showGallery(context: SignedInContext): Promise<Response> {
  const { database } = context.services.site
  const { gallery } = context.text
  const query = imageQueryOf(context.query, context.user.id)
  const [images, matches, albums, categories, usage] = await Promise.all([
    database.images.list(query),
    isNarrowed(query) ? database.images.count(query, maxCountedMatches + 1) : undefined,
    database.albums.list(context.user.id),
    database.categories.list(),
    database.users.usage(context.user.id),
  ])
  const album = albums.find(({ id }) => id === query.albumId)
  return showPage(context, {
    title: album?.name ?? gallery.title,
    lead: usage.images === 0 ? undefined : <Lead matches={matches} all={album?.imageCount ?? usage.images} />,
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
          <Form action="/images/to-album" id="selection" class="stack" data={{ 'data-selection': '' }}>
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

/** Whether more than an album narrows the gallery, whose number of images is known. */
function isNarrowed({ albumId: _, ...filter }: ImageQuery): boolean {
  return isFiltered(filter)
}

/** How many images there are, all in all or in the album, and how many of them match a filter. */
const Lead = ({ matches, all }: { matches: number | undefined; all: number }) => {
  const { language, text } = useConsole()
  const { gallery } = text
  if (matches !== undefined) {
    const found = Math.min(matches, maxCountedMatches).toLocaleString(language)
    return <>{gallery.matching(matches > maxCountedMatches ? `${found}+` : found, all)}</>
  }
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
  const others = props.albums.filter(({ id }) => id !== props.album?.id)
  return (
    <div class="selection-bar">
      <SelectionChoice hint={gallery.selectHint} />
      {props.album === undefined ? null : <input type="hidden" name="outOf" value={props.album.id} />}
      <div class="together selection-actions">
        {others.length === 0 ? null : (
          <span class="together">
            <label>
              <span class="visually-hidden">{gallery.album}</span>
              <select name="into">
                {others.map(({ id, name }) => (
                  <option value={id}>{name}</option>
                ))}
              </select>
            </label>
            <button type="submit" class="quiet small">
              {gallery.addTo}
            </button>
            {props.album === undefined ? null : (
              <button type="submit" class="quiet small" formaction="/images/move">
                {gallery.moveTo}
              </button>
            )}
          </span>
        )}
        {props.album === undefined ? null : (
          <button type="submit" class="quiet small" formaction="/images/out-of-album">
            {gallery.takeOut}
          </button>
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
