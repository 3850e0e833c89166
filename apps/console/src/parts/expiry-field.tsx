/** @jsxImportSource hono/jsx */
import { useContext } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'
import { custom, customName, offeredSpans, spanIn } from './expiry-choice.ts'
import { RefusalOf, useRefused } from './refused-field.tsx'
import { ShownForm } from './shown-values.ts'

const none = new URLSearchParams()

/**
 * When something ends, as every form asks it: a choice, with a field for Custom that shows while that is chosen.
 * `readExpiry` reads it.
 */
export const ExpiryField = (props: {
  label: string
  name?: string
  /** What was written, where the form is shown again; an `EditForm` knows it. */
  form?: URLSearchParams
  /** What is chosen until something else is. */
  usual?: string
  /** A first choice, which says nothing about an end. */
  first?: string
  /** Where something always ends. */
  endsAlways?: boolean
  /** Where a moment is meant, not a span that begins later. */
  takesDay?: boolean
  hint?: string
}) => {
  const { expiry: text } = useConsole().text
  const { label, name = 'expiresIn', form = none, first } = props
  const { usual = first === undefined ? 'forever' : '' } = props
  const shown = useContext(ShownForm).written[name]
  const chosen = form.has(name) ? spanIn(form, name) : String(shown ?? usual)
  const isOffered = chosen === '' ? first !== undefined : offeredSpans.some((span) => span === chosen)
  const isCustom = form.get(name) === custom || !isOffered
  const refused = useRefused(name)
  return (
    <div class="field expiry">
      <label>
        <span class="field-label">{label}</span>
        <select name={name} {...(isCustom ? {} : refused)}>
          {first === undefined ? null : <option value="">{first}</option>}
          {offeredSpans
            .filter((span) => span !== 'forever' || props.endsAlways !== true)
            .map((span) => (
              <option value={span} selected={!isCustom && span === chosen}>
                {text.spans[span]}
              </option>
            ))}
          <option value={custom} selected={isCustom}>
            {text.spans.custom}
          </option>
        </select>
        {props.hint === undefined ? null : <span class="hint">{props.hint}</span>}
      </label>
      <label class="expiry-custom">
        <span class="visually-hidden">{text.custom(label)}</span>
        <input
          type="text"
          name={customName(name)}
          value={isCustom ? chosen : ''}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          {...(isCustom ? refused : {})}
        />
        <span class="hint">{props.takesDay === false ? text.spanHint : text.spanOrDayHint}</span>
      </label>
      <RefusalOf
        field={name}
        wordsOf={(span) => Object.entries(text.spans).find(([one]) => one === span)?.[1]}
      />
    </div>
  )
}
