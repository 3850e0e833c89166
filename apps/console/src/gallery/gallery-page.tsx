/** @jsxImportSource hono/jsx */

import type { Category } from '@pictoglyph/site/categories'
import type { ImageQuery } from '@pictoglyph/site/images/image-records'
import type { Album } from '@pictoglyph/site/language/records'
import { Icon } from '@pictoglyph/web/page/icon'
import { PictureViewer } from '@pictoglyph/web/page/picture-viewer'
import { getCookie } from 'hono/cookie'
import type { Child } from 'hono/jsx'
import { AlbumWords } from '../albums/edit-album.tsx'
import { ShareAlbum } from '../albums/share-album.tsx'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { addressOf } from '../context/page-address.ts'
import { LinkList, ownLinksOf } from '../links/link-list.tsx'
import { showPage } from '../page/page.tsx'
import { ArrangeForm } from '../parts/arrange-form.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { Form } from '../parts/form.tsx'
import { HiddenName } from '../parts/hidden-name.tsx'
import { Count } from '../parts/numbers-and-times.tsx'
import { Pager } from '../parts/pager.tsx'
import { keyName } from '../parts/shown-name.ts'
import { uploadChoicesAmong } from '../upload/upload-choices.ts'
import { BulkActions } from './bulk-actions.tsx'
import { countedMonthsOf, DateRail } from './date-rail.tsx'
import { FirstSteps, firstStepsOf } from './first-steps.tsx'
import { GalleryFilter } from './gallery-filter.tsx'
import { ImageGrid, SelectAllMatching, SelectionChoice } from './image-grid.tsx'
import { imageQueryOf, isFiltered, isWholeAlbum } from './image-query.ts'
import { TakenDownTiles, takenDownOf } from './taken-down-tiles.tsx'
import { TileActions } from './tile-actions.tsx'

/** The highest count of matches, so that a filter takes as long in a large gallery as in a small one. */
const maxCountedMatches = 10_000

/** The owner's images, newest first, by album, category, day and search. */
export async function showGallery(context: SignedInContext): Promise<Response> {
  const { database } = context.services.site
  const { gallery } = context.text
  const query = imageQueryOf(context, context.user.id)
  const hasFilter = isNarrowed(query)
  const [images, matches, albums, categories, keys, usage] = await Promise.all([
    database.images.list(query),
    hasFilter ? database.images.count(query, maxCountedMatches + 1) : undefined,
    database.albums.list(context.user.id),
    database.categories.list(),
    database.keys.list(context.user.id),
    database.users.usage(context.user.id),
  ])
  const isBeginning = !isFiltered(query) && query.after === undefined
  const album = albums.find(({ id }) => id === query.albumId)
  const into = albums.find(({ id }) => id === context.query.get('into'))
  const all = album?.imageCount ?? usage.images
  const isByHand = query.sort === 'album' && album?.isArranged === true
  const hasDays = !isByHand && query.sort !== 'name' && query.sort !== 'largest'
  const canArrange = album !== undefined && isWholeAlbum(query)
  const [placeholders = new Map(), steps, takenDown, ownLinks, months] = await Promise.all([
    context.services.renditions?.placeholders(images.items),
    isBeginning ? firstStepsOf(context, { usage, keys, newest: images.items[0], categories }) : undefined,
    isBeginning ? takenDownOf(context) : [],
    query.isLinked ? ownLinksOf(context) : undefined,
    hasDays && query.sort !== 'oldest' ? countedMonthsOf(context, query, all) : [],
  ])
  return showPage(context, {
    uploadChoices: uploadChoicesAmong(categories, albums),
    setsPassword: steps !== undefined && context.user.hasGeneratedPassword,
    usedBytes: usage.bytes,
    title: album?.name ?? gallery.title,
    lead:
      usage.images === 0 ? undefined : into === undefined ? (
        <Lead matches={matches} all={all} hasFilter={hasFilter} />
      ) : (
        context.text.album.choosing(into.name)
      ),
    actions: (
      <>
        {album === undefined ? (
          <>
            <More>
              <a class="button plain" href="/images/deleted">
                {gallery.deleted}
              </a>
            </More>
            <a class="button" href="/upload">
              {gallery.upload}
            </a>
          </>
        ) : (
          <AlbumWays album={album} />
        )}
      </>
    ),
    body: (
      <>
        {album === undefined || album.description === '' ? null : (
          <p class="album-description" dir="auto">
            {album.description}
          </p>
        )}
        <TakenDownTiles images={takenDown} />
        {steps === undefined ? null : <FirstSteps steps={steps} />}
        {usage.images === 0 ? null : (
          <div class="gallery-tools">
            <GalleryFilter
              albums={albums}
              categories={categories}
              keys={keys.map((key) => ({ id: key.id, name: keyName(context.text, key) }))}
              query={query}
              asked={context.query}
            />
            {matches ? <SelectAllMatching matches={matches} /> : null}
            <DensityChoice chosen={densityOf(context)} />
          </div>
        )}
        {ownLinks === undefined ? null : <LinkList {...ownLinks} />}
        {images.items.length === 0 && steps !== undefined ? null : images.items.length === 0 ? (
          <NothingHere query={query} album={album} hasMore={images.next !== null} />
        ) : (
          <Form
            action="/images/to-album"
            id="selection"
            class={`stack gallery ${densityOf(context)}`}
            data={{ 'data-selection': '', 'data-viewed': '' }}
          >
            <input
              type="hidden"
              name="return"
              value={into === undefined ? addressOf(context) : `/images?album=${into.id}`}
            />
            <input type="hidden" name="asOf" value={String(context.services.site.clock())} />
            <SelectionBar
              albums={albums}
              categories={categories}
              album={album}
              into={into}
              matches={hasFilter ? matches : all}
              canArrange={canArrange}
            />
            <ImageGrid images={images.items} placeholders={placeholders} linked={true} hasDays={hasDays} />
            <DateRail months={months} first={images.items[0]} />
            <TileActions />
          </Form>
        )}
        {canArrange ? (
          <ArrangeForm action="/images/order">
            <input type="hidden" name="outOf" value={album.id} />
            <input type="hidden" name="return" value={addressOf(context)} />
          </ArrangeForm>
        ) : null}
        <Pager next={images.next} />
        <PictureViewer language={context.language} canChange={true} />
      </>
    ),
  })
}

/** Rarely needed controls, behind a button. */
const More = ({ children }: { children: Child }) => {
  const { gallery } = useConsole().text
  return (
    <details class="confirm" data-dismiss="">
      <summary class="button quiet" aria-label={gallery.moreActions} title={gallery.moreActions}>
        ⋯
      </summary>
      <div class="confirm-panel stack">{children}</div>
    </details>
  )
}

/** An album's links and panels: all albums, sharing, editing, deleting, and adding images. */
const AlbumWays = ({ album }: { album: Album }) => {
  const { album: text, common } = useConsole().text
  return (
    <>
      <a class="button quiet" href={`/albums#at-${album.id}`}>
        <Icon name="previous" />
        {text.all}
      </a>
      <ShareAlbum album={album} />
      <More>
        <AlbumWords album={album} back={`/images?album=${album.id}`} />
        <Form action={`/albums/${album.id}/delete`} class="stack tight">
          <p class="hint">{text.deleteQuestion}</p>
          <button type="submit" class="danger small">
            {common.delete}
            <HiddenName name={album.name} />
          </button>
        </Form>
      </More>
      <details class="confirm" data-dismiss="">
        <summary class="button">{text.addImages}</summary>
        <div class="confirm-panel stack tight">
          <a class="button plain" href={`/upload?album=${album.id}`}>
            {text.uploadNew}
          </a>
          <a class="button plain" href={`/images?into=${album.id}`}>
            {text.fromGallery}
          </a>
        </div>
      </details>
    </>
  )
}

const densities = ['dense', 'roomy', 'large'] as const

/** The row height from this browser's cookie. */
function densityOf({ hono }: SignedInContext): (typeof densities)[number] {
  const kept = getCookie(hono, 'density')
  return densities.find((density) => density === kept) ?? 'roomy'
}

/** Chooses the row height. Without a script it applies to this page only. */
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

/** Whether a filter other than the album applies; an album's number of images is known. */
function isNarrowed({ albumId: _, ...filter }: ImageQuery): boolean {
  return isFiltered(filter)
}

/** The number of images, in all or in the album, and the number of matches of a filter. */
const Lead = (props: { matches: number | undefined; all: number; hasFilter: boolean }) => {
  const { matches, all, hasFilter } = props
  const { language, text } = useConsole()
  const { gallery } = text
  if (matches !== undefined) {
    const found = Math.min(matches, maxCountedMatches).toLocaleString(language)
    return <>{gallery.matching(matches > maxCountedMatches ? `${found}+` : found, all)}</>
  }
  // Counting the matches takes too long.
  if (hasFilter) return null
  return (
    <>
      <Count of={all} /> {gallery.images(all)}
    </>
  )
}

const NothingHere = (props: { query: ImageQuery; album: Album | undefined; hasMore: boolean }) => {
  const { query, album, hasMore } = props
  const { gallery } = useConsole().text
  if (hasMore) return <Empty title={gallery.nothingHere} />
  if (query.after !== undefined) return <Empty title={gallery.nothingLeft} />
  if (album !== undefined && !isNarrowed(query)) {
    return (
      <Empty title={gallery.emptyAlbum}>
        <p>{gallery.emptyAlbumHint}</p>
        <a class="button" href={`/upload?album=${album.id}`}>
          {gallery.upload}
        </a>
      </Empty>
    )
  }
  if (isFiltered(query)) {
    return (
      <Empty title={gallery.nothingFound}>
        <p>{gallery.nothingFoundHint}</p>
        <a class="button quiet" href={album === undefined ? '/images' : `/images?album=${album.id}`}>
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
  /** The album to add chosen images to. */
  into: Album | undefined
  /** `undefined` if unknown. */
  matches: number | undefined
  canArrange: boolean
}) => {
  const { gallery, album, common } = useConsole().text
  return (
    <div class="selection-bar">
      <SelectionChoice hint={gallery.selectHint} matches={props.matches} />
      {props.canArrange ? <span class="muted scripted drag-hint">{album.arrangeHint}</span> : null}
      {props.album === undefined ? null : <input type="hidden" name="outOf" value={props.album.id} />}
      <div class="together selection-actions">
        {props.into === undefined ? null : (
          <button type="submit" class="small" formaction="/images/to-album">
            {album.addHere(props.into.name)}
          </button>
        )}
        <BulkActions
          albums={props.albums}
          categories={props.categories}
          album={props.album}
          into={props.into}
        />
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
