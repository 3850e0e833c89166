/** @jsxImportSource hono/jsx */
import type { Both } from '@pictoglyph/forms/both'
import { charset } from '@pictoglyph/site/ciphers/charset'
import { preset } from '@pictoglyph/site/ciphers/preset'
import type { CountedThing } from '@pictoglyph/site/things/run-action'
import { useConsole } from '../../context/console-context.ts'
import type { ThingCell } from '../../things/thing-cell.tsx'
import { sampleCipher } from './sample-cipher.ts'

/** The label of a text in a set's symbols. */
export const sampleLabel: Both = ['Sample', '示例']

const symbolsCell: ThingCell<CountedThing<typeof charset>> = {
  label: charset.columns.symbols.label,
  Content: ({ one: { symbols, unreadable } }) => (
    <span class="symbols">{unreadable ?? symbols.join(' ')}</span>
  ),
}

const sampleCell: ThingCell<CountedThing<typeof charset>> = {
  label: sampleLabel,
  isWide: true,
  Content({ one, isRow }) {
    const sample = sampleCipher(one.symbols.join(''), useConsole().text.cipher.sampleText)
    return <span class={isRow ? 'muted' : 'sample whole'}>{'cipher' in sample ? sample.cipher : ''}</span>
  },
}

const schemeCell: ThingCell<CountedThing<typeof preset>> = {
  label: preset.columns.type.label,
  isWide: true,
  Content: ({ one: { type, variant, unreadable } }) => <>{unreadable ?? `${type} · ${variant}`}</>,
}

export const charsetCells = [symbolsCell, sampleCell]
export const presetCells = [schemeCell]
