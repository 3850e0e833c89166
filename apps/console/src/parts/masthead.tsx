/** @jsxImportSource hono/jsx */
import { useVisit } from '../visit/visit-context.ts'
import { LanguageChoice } from './language-choice.tsx'
import { Mark } from './mark.tsx'

/** What stands above the page of somebody who is not signed in. */
export const Masthead = () => {
  const { text } = useVisit()
  return (
    <header class="masthead">
      <a class="brand" href="/">
        <Mark />
        <span>Pictoglyph</span>
        <span class="brand-face">{text.layout.console}</span>
      </a>
      <LanguageChoice />
    </header>
  )
}
