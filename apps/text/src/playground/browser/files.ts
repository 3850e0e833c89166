import { inWords, maxOf } from './counts.ts'
import type { PaneElements } from './page-elements.ts'
import type { StatusLine } from './status-line.ts'

/** Longest code point in UTF-8. */
const maxBytesOfCodePoint = 4

/** Makes a pane's buttons load and save text files. */
export function bindFiles(pane: PaneElements, status: StatusLine): void {
  const { area, open, file, save } = pane
  open.addEventListener('click', () => file.click())
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? []
    file.value = ''
    if (chosen !== undefined) void take(chosen)
  })
  save.addEventListener('click', () => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([area.value], { type: 'text/plain' }))
    link.download = `${area.id}.txt`
    link.click()
    URL.revokeObjectURL(link.href)
  })

  async function take(chosen: File): Promise<void> {
    const most = maxOf(pane)
    if (chosen.size > maxBytesOfCodePoint * most) {
      status.say((messages) => messages.notTaken(inWords(most)), 'bad')
      return
    }
    const text = decodeText(await chosen.arrayBuffer())
    if (text === undefined) {
      status.say((messages) => messages.notText, 'bad')
      return
    }
    area.value = text
    area.dispatchEvent(new Event('input'))
  }
}

function decodeText(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}
