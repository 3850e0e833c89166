/** @jsxImportSource hono/jsx */
import { languages } from '@pictoglyph/http'
import { backTo } from '../context/address-of.ts'
import { useConsole } from '../context/use-console.ts'
import { languageNames } from '../text/messages.ts'
import { Form } from './form.tsx'

/** Changes the language of the pages, in this browser. */
export const LanguageChoice = () => {
  const context = useConsole()
  const { language, text } = context
  return (
    <Form action="/language" class="language" label={text.layout.language}>
      <input type="hidden" name="return" value={backTo(context)} />
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
