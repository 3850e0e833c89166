/** @jsxImportSource hono/jsx */
import type { Category } from '@pictoglyph/core'
import { useConsole } from '../../context/console-context.ts'
import { queryText } from '../../context/page-address.ts'
import { DayRangeFields } from '../../parts/day-range.tsx'
import { ImageFilterForm, Options } from '../../parts/image-filter-form.tsx'

const folded = ['category', 'state', 'sha256', 'from', 'to'] as const

/** Narrows the images of all users. Its fields stand in the page's address. */
export const AllImagesFilter = ({ categories }: { categories: readonly Category[] }) => {
  const { text, query } = useConsole()
  const { gallery, allImages } = text
  const conditions = folded.filter((name) => queryText(query, name) !== undefined).length
  const isFiltered = conditions > 0 || ['q', 'owner'].some((name) => queryText(query, name) !== undefined)
  return (
    <ImageFilterForm
      action="/all-images"
      words={query.get('q') ?? ''}
      conditions={conditions}
      isFiltered={isFiltered}
      beside={
        <label>
          <span class="visually-hidden">{allImages.owner}</span>
          <input
            type="search"
            name="owner"
            class="owner-name"
            value={query.get('owner') ?? ''}
            placeholder={allImages.owner}
          />
        </label>
      }
    >
      <Options
        name="state"
        label={allImages.state}
        any={allImages.live}
        chosen={query.get('state') ?? undefined}
        from={[{ id: 'deleted', name: allImages.deleted }]}
      />
      <Options
        name="category"
        label={gallery.category}
        any={gallery.anyCategory}
        chosen={query.get('category') ?? undefined}
        from={categories}
      />
      <DayRangeFields asked={query} />
      <label>
        <span class="field-label">{allImages.sha256}</span>
        <input type="text" name="sha256" value={query.get('sha256') ?? ''} spellcheck={false} />
      </label>
    </ImageFilterForm>
  )
}
