import { bindCopyButton } from '@pictoglyph/http/page/browser/copy-button'
import type { PageElements } from './page-elements.ts'
import { pageMessages } from './page-language.ts'

const name = 'cipher'

/**
 * Makes a button copy a link that carries the cipher, and reads such a link. The cipher stands in the fragment, which
 * browsers do not send. No link ever carries a text or a key.
 * @param decode reads the cipher that has been put into its pane
 */
export function bindCipherLink({ cipher, copyLink }: PageElements, decode: () => void): void {
  bindCopyButton(copyLink, {
    text: () => {
      const link = new URL(location.pathname, location.origin)
      link.hash = new URLSearchParams({ [name]: cipher.area.value }).toString()
      return link.href
    },
    copied: () => pageMessages().copied,
    failed: () => pageMessages().copyFailed,
  })
  const read = () => {
    const carried = new URLSearchParams(location.hash.slice(1)).get(name)
    if (carried === null) return
    cipher.area.value = carried
    decode()
  }
  addEventListener('hashchange', read)
  read()
}
