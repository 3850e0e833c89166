/** @jsxImportSource hono/jsx */
import { mediaTypes } from '@pictoglyph/media/media-type'
import type { Category } from '@pictoglyph/site/categories'
import { type ImageQuery, type ImageSort, imageSorts } from '@pictoglyph/site/images/image-records'
import type { Album } from '@pictoglyph/site/language/records'
import { typeName } from '@pictoglyph/site/language/type-name'
import { type ConsoleContext, useConsole } from '../context/console-context.ts'
import { DayRangeFields, dayConditions } from '../parts/day-range.tsx'
import { type Condition, setConditions } from '../parts/filter-chips.tsx'
import { ImageFilterForm, Options } from '../parts/image-filter-form.tsx'
import { isFiltered, sizeFilterNames, sizeOf, sortOf, typeOf } from './image-query.ts'

interface GalleryFilterProps {
  albums: readonly (Album & { imageCount: number })[]
  categories: readonly Category[]
  keys: readonly { id: string; name: string }[]
  query: ImageQuery
  asked: URLSearchParams
}

/** Filters and orders the gallery. */
export const GalleryFilter = (props: GalleryFilterProps) => {
  const { text } = useConsole()
  const { gallery } = text
  const { asked, query } = props
  const { albumId, ...narrowing } = query
  return (
    <ImageFilterForm
      action="/images"
      words={asked.get('q') ?? ''}
      conditions={conditionsShown(text, props)}
      isFiltered={isFiltered(narrowing)}
      clearTo={albumId === undefined ? '/images' : `/images?album=${albumId}`}
      order={
        <label>
          <span class="visually-hidden">{gallery.sort}</span>
          <select name="sort" data-applied="">
            {sortsOf(props).map((sort, index) => (
              <option value={index === 0 ? '' : sort} selected={sort === sortOf(asked)}>
                {gallery.sorts[sort]}
              </option>
            ))}
          </select>
        </label>
      }
    >
      <Options
        name="album"
        label={gallery.album}
        any={gallery.anyAlbum}
        chosen={query.albumId}
        from={props.albums}
      />
      <Options
        name="category"
        label={gallery.category}
        any={gallery.anyCategory}
        chosen={query.categoryId}
        from={props.categories}
      />
      {props.keys.length === 0 ? null : (
        <Options name="key" label={gallery.key} any={gallery.anyKey} chosen={query.keyId} from={props.keys} />
      )}
      <Options
        name="type"
        label={gallery.type}
        any={gallery.anyType}
        chosen={typeOf(asked)}
        from={mediaTypes.map((type) => ({ id: type, name: typeName(type) }))}
      />
      <Options
        name="size"
        label={gallery.size}
        any={gallery.anySize}
        chosen={sizeOf(asked)}
        from={sizeFilterNames.map((size) => ({ id: size, name: gallery.sizes[size] }))}
      />
      <DayRangeFields asked={asked} />
      <label class="check">
        <input type="checkbox" name="untitled" value="on" checked={query.isUntitled === true} />
        <span>{gallery.onlyUntitled}</span>
      </label>
      <label class="check">
        <input type="checkbox" name="ending" value="on" checked={query.isExpiring === true} />
        <span>{gallery.onlyEnding}</span>
      </label>
      <label class="check">
        <input type="checkbox" name="linked" value="on" checked={query.isLinked === true} />
        <span>{gallery.onlyLinked}</span>
      </label>
      <a class="button plain" href="/images/deleted">
        {gallery.deleted}
      </a>
    </ImageFilterForm>
  )
}

/** The gallery's filters except the search; an album is the page itself. */
function conditionsShown(text: ConsoleContext['text'], props: GalleryFilterProps): Condition[] {
  const { query, asked, categories, keys } = props
  const { gallery } = text
  const type = typeOf(asked)
  const size = sizeOf(asked)
  const nameIn = (from: readonly { id: string; name: string }[], id: string) =>
    from.find((one) => one.id === id)?.name ?? id
  return setConditions({
    category: query.categoryId && nameIn(categories, query.categoryId),
    key: query.keyId && nameIn(keys, query.keyId),
    type: type && typeName(type),
    size: size && gallery.sizes[size],
    ...dayConditions(text, asked),
    untitled: query.isUntitled ? gallery.onlyUntitled : undefined,
    linked: query.isLinked ? gallery.onlyLinked : undefined,
    ending: query.isExpiring ? gallery.onlyEnding : undefined,
  })
}

/** Sort orders; the first is the default and is left out of the address. */
function sortsOf({ albums, query }: { albums: readonly Album[]; query: ImageQuery }): ImageSort[] {
  const plain = imageSorts.filter((sort) => sort !== 'album')
  const isArranged = albums.some(({ id, isArranged }) => isArranged && id === query.albumId)
  return isArranged && query.search === undefined ? ['album', ...plain] : plain
}
