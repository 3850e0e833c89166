/** @jsxImportSource hono/jsx */
import type { Album, Category, ImageQuery } from '@pictoglyph/core'
import { PictureViewer } from '@pictoglyph/http/page/picture-viewer'
import { getCookie } from 'hono/cookie'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { addressOf } from '../context/page-address.ts'
import { showPage } from '../page/page.tsx'
import { ArrangeForm } from '../parts/arrange-form.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { Form } from '../parts/form.tsx'
import { Icon } from '../parts/icon.tsx'
import { Count } from '../parts/numbers-and-times.tsx'
import { Pager } from '../parts/pager.tsx'
import { keyName } from '../parts/shown-name.ts'
import { BulkActions } from './bulk-actions.tsx'
import { FirstSteps, firstStepsOf } from './first-steps.tsx'
import { GalleryFilter } from './gallery-filter.tsx'
import { ImageDays, ImageGrid, SelectionChoice } from './image-grid.tsx'
import { imageQueryOf, isFiltered, isWholeAlbum } from './image-query.ts'

/** Matches are counted up to here, so that a filter takes as long in a large gallery as in a small one. */
const maxCountedMatches = 10_000

/** The owner's images, newest first, by album, category, day and words. */
export async function showGallery(context: SignedInContext): Promise<Response> {
  const { database } = context.services.site
  const { gallery } = context.text
  const query = imageQueryOf(context.query, context.user.id)
  const [images, matches, albums, categories, keys, usage] = await Promise.all([
    database.images.list(query),
    isNarrowed(query) ? database.images.count(query, maxCountedMatches + 1) : undefined,
    database.albums.list(context.user.id),
    database.categories.list(),
    database.keys.list(context.user.id),
    database.users.usage(context.user.id),
  ])
  const placeholders = (await context.services.renditions?.placeholders(images.items)) ?? new Map()
  const steps =
    isFiltered(query) || query.after !== undefined ? undefined : await firstStepsOf(context, usage)
  const album = albums.find(({ id }) => id === query.albumId)
  const all = album?.imageCount ?? usage.images
  const isByHand = query.sort === 'album' && album?.isArranged === true
  const hasDays = !isByHand && query.sort !== 'name' && query.sort !== 'largest'
  const canArrange = album !== undefined && isWholeAlbum(query)
  return showPage(context, {
    title: album?.name ?? gallery.title,
    lead: usage.images === 0 ? undefined : <Lead matches={matches} all={all} />,
    actions: (
      <>
        {album === undefined ? (
          <a class="button quiet" href="/images/deleted">
            {gallery.deleted}
          </a>
        ) : (
          <AlbumWays album={album} />
        )}
        <a class="button" href={album === undefined ? '/upload' : `/upload?album=${album.id}`}>
          {gallery.upload}
        </a>
      </>
    ),
    body: (
      <>
        {album === undefined || album.description === '' ? null : (
          <p class="album-description" dir="auto">
            {album.description}
          </p>
        )}
        {usage.images === 0 ? null : (
          <div class="gallery-tools">
            <GalleryFilter
              albums={albums}
              categories={categories}
              keys={keys.map((key) => ({ id: key.id, name: keyName(context.text, key) }))}
              query={query}
              asked={context.query}
            />
            <DensityChoice chosen={densityOf(context)} />
          </div>
        )}
        {steps === undefined ? null : <FirstSteps steps={steps} />}
        {images.items.length === 0 && steps !== undefined ? null : images.items.length === 0 ? (
          <NothingHere query={query} hasMore={images.next !== null} />
        ) : (
          <Form
            action="/images/to-album"
            id="selection"
            class={`stack gallery ${densityOf(context)}`}
            data={{ 'data-selection': '', 'data-viewed': '' }}
          >
            <input type="hidden" name="return" value={addressOf(context)} />
            <input type="hidden" name="asOf" value={String(context.services.site.clock())} />
            <SelectionBar
              albums={albums}
              categories={categories}
              album={album}
              matches={matches ?? all}
              canArrange={canArrange}
            />
            {hasDays ? (
              <ImageDays images={images.items} placeholders={placeholders} linked={true} />
            ) : (
              <ImageGrid images={images.items} placeholders={placeholders} linked={true} />
            )}
          </Form>
        )}
        {canArrange ? (
          <ArrangeForm action="/images/order">
            <input type="hidden" name="outOf" value={album.id} />
            <input type="hidden" name="return" value={addressOf(context)} />
          </ArrangeForm>
        ) : null}
        <Pager next={images.next} />
        <PictureViewer language={context.language} canDelete={true} />
      </>
    ),
  })
}

/** Ways from an album: to all of them, and to what others see of it. */
const AlbumWays = ({ album }: { album: Album }) => {
  const { text, services } = useConsole()
  return (
    <>
      <a class="button quiet" href={`/albums#at-${album.id}`}>
        <Icon name="back" />
        {text.album.all}
      </a>
      {album.publicToken === null ? null : (
        <a
          class="button quiet"
          href={services.site.links.album(album.publicToken)}
          target="_blank"
          rel="noopener"
        >
          <Icon name="open" />
          {text.image.publicPage}
        </a>
      )}
    </>
  )
}

const densities = ['dense', 'roomy', 'large'] as const

/** How high the rows are, as this browser was last told. */
function densityOf({ hono }: SignedInContext): (typeof densities)[number] {
  const kept = getCookie(hono, 'density')
  return densities.find((density) => density === kept) ?? 'roomy'
}

/** How high the rows are. Without a script it holds for this page only. */
const DensityChoice = ({ chosen }: { chosen: (typeof densities)[number] }) => {
  const { gallery } = useConsole().text
  return (
    <fieldset class="segments" data-density="">
      <legend class="visually-hidden">{gallery.density}</legend>
      {densities.map((density) => (
        <label title={gallery.densities[density]}>
          <input type="radio" name="density" value={density} checked={density === chosen} />
          <span class={`density-sign ${density}`} aria-hidden="true" />
          <span class="visually-hidden">{gallery.densities[density]}</span>
        </label>
      ))}
    </fieldset>
  )
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
      <a class="button" href="/upload">
        {gallery.upload}
      </a>
    </Empty>
  )
}

const SelectionBar = (props: {
  albums: readonly Album[]
  categories: readonly Category[]
  album: Album | undefined
  matches: number
  canArrange: boolean
}) => {
  const { gallery, album, common } = useConsole().text
  return (
    <div class="selection-bar">
      <SelectionChoice hint={gallery.selectHint} matches={props.matches} />
      {props.canArrange ? <span class="muted scripted drag-hint">{album.arrangeHint}</span> : null}
      {props.album === undefined ? null : <input type="hidden" name="outOf" value={props.album.id} />}
      <div class="together selection-actions">
        <BulkActions albums={props.albums} categories={props.categories} album={props.album} />
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
