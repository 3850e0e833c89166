/** @jsxImportSource hono/jsx */
import { useContext } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'
import { custom, customName, offeredSpans, spanIn } from './expiry-choice.ts'
import { RefusalOf, useRefused, useSent } from './refused-field.tsx'
import { ShownForm } from './shown-values.ts'

const none = new URLSearchParams()

/** Chooses an expiry in any form: a choice, with a field for Custom while that is chosen. `readExpiry` reads it. */
export const ExpiryField = (props: {
  label: string
  name?: string
  /** The sent values, if they went to another address than the form's. */
  form?: URLSearchParams
  /** The default choice. */
  usual?: string
  /** A first choice that sets no expiry. */
  first?: string
  /** Whether "never" is not offered. */
  endsAlways?: boolean
  /** Whether a day is allowed, not only a span that starts later. */
  takesDay?: boolean
  hint?: string
}) => {
  const { expiry: text } = useConsole().text
  const { label, name = 'expiresIn', first } = props
  const { usual = first === undefined ? 'forever' : '' } = props
  const shown = useContext(ShownForm).written[name]
  const sent = useSent()
  const { form = shown === undefined ? sent : none } = props
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
