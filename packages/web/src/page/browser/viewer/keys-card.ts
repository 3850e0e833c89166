import type { ViewerWords } from '../../viewer-words.ts'
import { element } from './parts.ts'

/** The card of keyboard shortcuts. @param canChange whether pictures can be renamed and deleted */
export function createKeysCard(words: ViewerWords, canChange: boolean): HTMLElement {
  const card = element('div', { className: 'keys-card', role: 'dialog', ariaLabel: words.keys, tabIndex: -1 })
  card.popover = 'auto'
  const list = element('dl')
  const rows: [string[], string][] = [
    [['←', '→'], `${words.previous} / ${words.next}`],
    [['C'], words.copy],
    [['D'], words.download],
    [['I'], words.facts],
    ...(canChange
      ? ([
          [['E'], words.edit],
          [['Delete'], words.remove],
        ] satisfies [string[], string][])
      : []),
    [['+', '−'], words.zoom],
    [['0'], words.fit],
    [['1'], words.actualSize],
    [['?'], words.keys],
    [['Esc'], words.close],
  ]
  for (const [keys, act] of rows) {
    const row = element('div')
    const pressed = element('dd')
    pressed.append(...keys.map((key) => element('kbd', { textContent: key })))
    row.append(element('dt', { textContent: act }), pressed)
    list.append(row)
  }
  card.append(element('h3', { textContent: words.keys }), list)
  return card
}
