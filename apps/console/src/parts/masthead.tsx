/** @jsxImportSource hono/jsx */
import { useConsole } from '../context/use-console.ts'
import { LanguageChoice } from './language-choice.tsx'
import { Logo } from './logo.tsx'

/** What stands above the page of somebody who is not signed in. */
export const Masthead = () => {
  const { text } = useConsole()
  return (
    <header class="masthead">
      <a class="brand" href="/">
        <Logo />
        <span>Pictoglyph</span>
        <span class="brand-face">{text.layout.console}</span>
      </a>
      <LanguageChoice />
    </header>
  )
}
