/** @jsxImportSource hono/jsx */
import { type Album, type Category, type ImageQuery, type ImageSort, imageSorts } from '@pictoglyph/core'
import { mediaTypes } from '@pictoglyph/media'
import { useConsole } from '../context/console-context.ts'
import { DayRangeFields } from '../parts/day-range.tsx'
import { ImageFilterForm, Options } from '../parts/image-filter-form.tsx'
import { typeName } from '../parts/type-name.ts'
import { conditionsOf, isFiltered, sizeFilterNames, sizeOf, sortOf, typeOf } from './image-query.ts'

/** Narrows and orders the gallery. */
export const GalleryFilter = (props: {
  albums: readonly (Album & { imageCount: number })[]
  categories: readonly Category[]
  keys: readonly { id: string; name: string }[]
  query: ImageQuery
  asked: URLSearchParams
}) => {
  const { gallery } = useConsole().text
  const { asked, query } = props
  return (
    <ImageFilterForm
      action="/images"
      words={asked.get('q') ?? ''}
      conditions={conditionsOf(query)}
      isFiltered={isFiltered(query)}
      order={
        <label>
          <span class="visually-hidden">{gallery.sort}</span>
          <select name="sort">
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
        <input type="checkbox" name="ending" value="on" checked={query.isEnding === true} />
        <span>{gallery.onlyEnding}</span>
      </label>
    </ImageFilterForm>
  )
}

/** The orders to choose from, of which the first needs not be named. */
function sortsOf({ albums, query }: { albums: readonly Album[]; query: ImageQuery }): ImageSort[] {
  const plain = imageSorts.filter((sort) => sort !== 'album')
  const isArranged = albums.some(({ id, isArranged }) => isArranged && id === query.albumId)
  return isArranged && query.search === undefined ? ['album', ...plain] : plain
}
