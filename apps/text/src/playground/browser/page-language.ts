import { bindLanguageLink } from '@pictoglyph/web/page/browser/masthead'
import { messagesIn, type PageWord, type PlaygroundMessages, titleIn } from '../messages.ts'

/** Words that are put together only once the language of the page is known. */
export type Words = (messages: PlaygroundMessages) => string

const pageLanguage = () => (document.documentElement.lang === 'zh-CN' ? 'zh-CN' : 'en')

/** The messages of the language that the page is in now. */
export const pageMessages = (): PlaygroundMessages => messagesIn(pageLanguage())

/**
 * Makes the link to the page in the other language change its words in place, so that nothing that was written is
 * lost and a key stays where it was typed.
 * @param onChange puts what the script itself has written on the page into the other language
 */
export function bindPageLanguage(link: HTMLAnchorElement, onChange: () => void): void {
  // Those of a button that is saying something else for a moment, too.
  const parts = [...document.querySelectorAll<HTMLElement>('[data-word]')]
  const placeholders = [...document.querySelectorAll<HTMLTextAreaElement>('[data-word-placeholder]')]
  const titled = [...document.querySelectorAll<HTMLElement>('[data-word-title]')]

  bindLanguageLink(link, (language) => {
    const messages = messagesIn(language)
    const said = (name: string | undefined) => messages[name as PageWord]
    for (const part of parts) part.textContent = said(part.dataset.word)
    for (const area of placeholders) area.placeholder = said(area.dataset.wordPlaceholder)
    for (const part of titled) part.title = said(part.dataset.wordTitle)
    document.title = titleIn(messages, siteName())
    onChange()
  })
}

/** As the page's own head has it. */
function siteName(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? ''
}
