import type { Language } from '../../language.ts'
import { mastheadMessages } from '../masthead-messages.ts'
import type { Theme } from '../preferences.ts'

/** Whether a click follows the link here, not in a new tab or a menu. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)

/** Makes a link act in place, and stores the choice in its address for later pages. */
function bindChoice(link: HTMLAnchorElement, choose: () => void): void {
  link.addEventListener('click', (event) => {
    if (!isPlain(event)) return
    event.preventDefault()
    const address = link.href
    choose()
    fetch(address, { method: 'HEAD' }).catch((error: unknown) => {
      console.warn('The choice holds on this page only:', error)
    })
  })
}

const themeLinks = (): NodeListOf<HTMLAnchorElement> => document.querySelectorAll('[data-theme-choice]')

/** Makes the theme links change the theme in place, so that nothing typed on the page is lost. */
export function bindThemeLinks(): void {
  const links = themeLinks()
  for (const link of links) {
    bindChoice(link, () => {
      document.documentElement.dataset.theme = link.dataset.themeChoice
      for (const one of links) one.removeAttribute('aria-current')
      link.setAttribute('aria-current', 'true')
    })
  }
}

/**
 * Makes the language link change the masthead in place, and the rest of the page by `change`.
 * @param change receives the chosen language
 */
export function bindLanguageLink(link: HTMLAnchorElement, change: (language: Language) => void): void {
  bindChoice(link, () => {
    const language: Language = link.hreflang === 'en' ? 'en' : 'zh-CN'
    const other: Language = language === 'en' ? 'zh-CN' : 'en'
    history.replaceState(null, '', link.href)
    document.documentElement.lang = language
    link.search = `?lang=${other}`
    link.hreflang = other
    link.lang = other
    link.textContent = mastheadMessages[other].language
    const words = mastheadMessages[language]
    for (const one of themeLinks()) {
      const theme = one.dataset.themeChoice as Theme
      one.title = words[theme]
      one.ariaLabel = words[theme]
      one.search = `?lang=${language}&theme=${theme}`
    }
    change(language)
  })
}
