/** @jsxImportSource hono/jsx */
import type { Album, Category, ImageQuery } from '@pictoglyph/core'
import { useConsole } from '../context/console-context.ts'
import { DayRangeFields } from '../parts/day-range.tsx'
import { isFiltered } from './image-query.ts'

/**
 * Narrows the gallery. Its fields stand in the page's address, so that a selection can be kept and sent; back from
 * there they are not completed from memory, which would tell of other images than are shown.
 */
export const GalleryFilter = (props: {
  albums: readonly (Album & { imageCount: number })[]
  categories: readonly Category[]
  query: ImageQuery
  asked: URLSearchParams
}) => {
  const { gallery } = useConsole().text
  const { asked, query } = props
  return (
    <search>
      <form class="filter" method="get" action="/images" autocomplete="off">
        <label class="grow">
          <span class="field-label">{gallery.search}</span>
          <input type="search" name="q" value={asked.get('q') ?? ''} placeholder={gallery.searchHint} />
        </label>
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
        <DayRangeFields asked={asked} />
        <button type="submit" class="quiet">
          {gallery.apply}
        </button>
        {isFiltered(query) ? (
          <a class="button plain" href="/images">
            {gallery.clear}
          </a>
        ) : null}
      </form>
    </search>
  )
}

const Options = (props: {
  name: string
  label: string
  any: string
  chosen: string | undefined
  from: readonly { id: string; name: string }[]
}) => (
  <label>
    <span class="field-label">{props.label}</span>
    <select name={props.name}>
      <option value="">{props.any}</option>
      {props.from.map(({ id, name }) => (
        <option value={id} selected={id === props.chosen}>
          {name}
        </option>
      ))}
    </select>
  </label>
)
