import { bindLanguageLink } from '@pictoglyph/web/page/browser/masthead'
import { messagesIn, type PageWord, type PlaygroundMessages, titleIn } from '../messages.ts'

/** Builds a text in the page's language. */
export type Words = (messages: PlaygroundMessages) => string

const pageLanguage = () => (document.documentElement.lang === 'zh-CN' ? 'zh-CN' : 'en')

/** The messages in the page's current language. */
export const pageMessages = (): PlaygroundMessages => messagesIn(pageLanguage())

/**
 * Makes the link to the other language replace the texts in place, so that input and key stay.
 * @param onChange translates the texts that the script itself has written
 */
export function bindPageLanguage(link: HTMLAnchorElement, onChange: () => void): void {
  // Includes the text that a button temporarily replaces.
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

/** The site's name from the page's head. */
function siteName(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? ''
}
