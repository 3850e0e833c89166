/** Puts the times of a page, which is cached for everyone in UTC, into the reader's zone. */
export function enhanceLocalTimes(root: ParentNode): void {
  const language = document.documentElement.lang
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long' })
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' })
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    const format = time.dataset.local === 'date' ? date : moment
    time.textContent = format.format(new Date(time.dateTime))
  }
}
