import { afterPaint } from '@pictoglyph/web/page/browser/after-paint'

const keptSeconds = 365 * 24 * 60 * 60

/** Shows rows as high as is chosen, and remembers it for the next page, which comes like that. */
export function enhanceDensity(root: ParentNode): void {
  const gallery = root.querySelector('.gallery')
  const choices = [...root.querySelectorAll<HTMLInputElement>('[data-density] input')]
  for (const choice of choices) {
    choice.addEventListener('change', () => {
      // The browser then chooses among the sizes of all pictures, which takes it longer than to show the choice.
      afterPaint(() => {
        gallery?.classList.remove(...choices.map(({ value }) => value))
        gallery?.classList.add(choice.value)
      })
      // biome-ignore lint/suspicious/noDocumentCookie: the other interface is not on plain http
      document.cookie = `density=${choice.value}; path=/; max-age=${keptSeconds}; samesite=lax`
    })
  }
}
