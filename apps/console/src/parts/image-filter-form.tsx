/** @jsxImportSource hono/jsx */
import { Icon } from '@pictoglyph/web/page/icon'
import type { Child } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'
import { type Condition, FilterChips } from './filter-chips.tsx'

/**
 * Filters a list of images by words, and by folded conditions. Its fields are in the page's address, so that a filter
 * can be bookmarked and sent. The browser's autofill is off: on going back it would show another filter than the
 * list's.
 */
export const ImageFilterForm = (props: {
  /** The path of the list. */
  action: string
  /** The list without the filter; `action` by default. */
  clearTo?: string
  /** The search text. */
  words: string
  /** The folded conditions that are set. */
  conditions: readonly Condition[]
  /** Whether any filter is set, so that it can be cleared. */
  isFiltered: boolean
  /** Elements after the search. */
  beside?: Child
  /** The folded conditions. */
  children: Child
  /** Elements after the conditions. */
  order?: Child
}) => {
  const { gallery } = useConsole().text
  const conditions = props.conditions.length
  return (
    <search>
      <form class="gallery-filter" method="get" action={props.action} autocomplete="off">
        <label class="grow">
          <span class="visually-hidden">{gallery.search}</span>
          <input type="search" data-search="" name="q" value={props.words} placeholder={gallery.searchHint} />
        </label>
        {props.beside}
        <details class="filter-more" data-dismiss="">
          <summary class="button quiet">
            <Icon name="filter" />
            {gallery.filters}
            {conditions === 0 ? null : <span class="filter-count">{conditions}</span>}
          </summary>
          <div class="filter-panel">
            {props.children}
            <button type="submit" class="filter-apply">
              {gallery.apply}
            </button>
          </div>
        </details>
        {props.order}
        <button type="submit" class="quiet unscripted">
          {gallery.apply}
        </button>
        {props.isFiltered ? (
          <a class="button plain" href={props.clearTo ?? props.action}>
            {gallery.clear}
          </a>
        ) : null}
        <FilterChips conditions={props.conditions} />
      </form>
    </search>
  )
}

/** A condition with a choice of one value or any. */
export const Options = (props: {
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
