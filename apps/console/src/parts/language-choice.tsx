/** @jsxImportSource hono/jsx */
import { languages } from '@pictoglyph/http'
import { languageNames } from '../text/catalogue.ts'
import { backTo } from '../visit/address-of.ts'
import { useVisit } from '../visit/visit-context.ts'
import { Form } from './form.tsx'

/** Changes the language of the pages, in this browser. */
export const LanguageChoice = () => {
  const visit = useVisit()
  const { language, text } = visit
  return (
    <Form action="/language" class="language" label={text.layout.language}>
      <input type="hidden" name="return" value={backTo(visit)} />
      {languages.map((one) => (
        <button
          type="submit"
          name="language"
          value={one}
          lang={one}
          class="plain"
          aria-pressed={one === language ? 'true' : 'false'}
        >
          {languageNames[one]}
        </button>
      ))}
    </Form>
  )
}
