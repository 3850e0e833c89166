/** @jsxImportSource hono/jsx */
import type { Category } from '@pictoglyph/site/categories'
import { type ConsoleContext, useConsole } from '../../context/console-context.ts'
import { queryText } from '../../context/page-address.ts'
import { DayRangeFields, dayConditions } from '../../parts/day-range.tsx'
import { type Condition, setConditions } from '../../parts/filter-chips.tsx'
import { ImageFilterForm, Options } from '../../parts/image-filter-form.tsx'

/** Filters the images of all users. Its fields are in the page's address. */
export const AllImagesFilter = ({ categories }: { categories: readonly Category[] }) => {
  const { text, query } = useConsole()
  const { gallery, allImages } = text
  const conditions = conditionsShown(text, query, categories)
  const isFiltered =
    conditions.length > 0 || ['q', 'owner'].some((name) => queryText(query, name) !== undefined)
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
        from={[
          { id: 'deleted', name: allImages.deleted },
          { id: 'takenDown', name: text.takenDown.state },
        ]}
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

function conditionsShown(
  text: ConsoleContext['text'],
  query: URLSearchParams,
  categories: readonly Category[],
): Condition[] {
  const { allImages } = text
  const asked = (name: string) => queryText(query, name)
  const [state, category, sha256] = [asked('state'), asked('category'), asked('sha256')]
  return setConditions({
    state: state && (state === 'takenDown' ? text.takenDown.state : allImages.deleted),
    category: category && (categories.find(({ id }) => id === category)?.name ?? category),
    ...dayConditions(text, query),
    sha256: sha256 && `${sha256.slice(0, 8)}…`,
  })
}
