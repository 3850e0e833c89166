/** Script of an API's description: adds a copy button to every piece of code. */
import { bindCopyButton } from '../../page/browser/copy-button.ts'
import { docsMessages } from '../docs-messages.ts'

const messages = docsMessages[document.documentElement.lang === 'zh-CN' ? 'zh-CN' : 'en']

for (const code of document.querySelectorAll('pre > code')) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button quiet copy'
  button.textContent = messages.copy
  code.before(button)
  bindCopyButton(button, {
    text: () => code.textContent.trim(),
    copied: () => messages.copied,
    failed: () => messages.copyFailed,
  })
}
