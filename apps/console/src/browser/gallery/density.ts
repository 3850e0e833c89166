import { afterPaint } from '@pictoglyph/web/page/browser/after-paint'
import { keepCookie } from '../keep-cookie.ts'

/** Applies the chosen row height, and stores it for later pages. */
export function enhanceDensity(root: ParentNode): void {
  const gallery = root.querySelector('.gallery')
  const choices = [...root.querySelectorAll<HTMLInputElement>('[data-density] input')]
  for (const choice of choices) {
    choice.addEventListener('change', () => {
      // The browser then chooses sizes for all pictures, which takes longer than showing the choice.
      afterPaint(() => {
        gallery?.classList.remove(...choices.map(({ value }) => value))
        gallery?.classList.add(choice.value)
      })
      keepCookie(`density=${choice.value}`)
    })
  }
}
