import type { Language } from '../../language.ts'
import { mastheadMessages } from '../masthead-messages.ts'
import type { Theme } from '../preferences.ts'

/** Whether a click asks for the link itself to be followed here, not for a new tab or a menu. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)

/** Makes a link do something in place, and keeps the choice that its address holds for later pages. */
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

/** Makes the links that choose the appearance change it in place, so that nothing written on the page is lost. */
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
 * Makes the link to the page in the other language change the masthead in place, and the page by `change`.
 * @param change is given the language that is chosen
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
