/** Converts a page's times from UTC to the viewer's time zone. The cached page is the same for everyone. */
export function enhanceLocalTimes(root: ParentNode): void {
  const language = document.documentElement.lang
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long' })
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' })
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    const format = time.dataset.local === 'date' ? date : moment
    time.textContent = format.format(new Date(time.dateTime))
  }
}
