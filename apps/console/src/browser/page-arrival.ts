import { keepCookie } from './keep-cookie.ts'

/** Replaces a form's address in the history by its page's, so that going back or reloading sends nothing again. */
export function enhanceHistory({ dataset }: HTMLElement): void {
  if (dataset.address !== undefined) history.replaceState(null, '', dataset.address)
}

/** Focuses the refused field or the notice, for the keyboard and screen readers. */
export function enhanceFocus(root: ParentNode): void {
  const refused = root.querySelector<HTMLElement>('[autofocus]')
  const next = refused ?? root.querySelector<HTMLElement>('[data-focus]')
  next?.focus()
}

/** Stores the visitor's time zone in a cookie; lists and filters use its days. @returns whether it changed */
export function tellTimeZone(): boolean {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const told = `zone=${encodeURIComponent(timeZone)}` as const
  if (document.cookie.split('; ').includes(told)) return false
  keepCookie(told)
  return true
}

/** Formats every time in the visitor's zone and language; hovering shows the exact time. */
export function enhanceTimes(root: ParentNode): void {
  const language = document.documentElement.lang
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' })
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    const moment = new Date(time.dateTime)
    time.textContent =
      time.dataset.local === 'day'
        ? moment.toLocaleDateString(language, { dateStyle: 'medium' })
        : format.format(moment)
    time.title = exact.format(moment)
  }
}
