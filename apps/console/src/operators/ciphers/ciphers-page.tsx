/** @jsxImportSource hono/jsx */
import { charset } from '@pictoglyph/site/ciphers/charset'
import { preset } from '@pictoglyph/site/ciphers/preset'
import { countedThings } from '@pictoglyph/site/things/run-action'
import type { SignedInContext } from '../../context/console-context.ts'
import { submittedTo } from '../../context/submitted-form.ts'
import { ThingList } from '../../things/thing-list.tsx'
import { showSettings } from '../settings/settings-page.tsx'
import { charsetCells, presetCells } from './cipher-cells.tsx'
import { NewCharset, NewPreset } from './new-cipher-part.tsx'

/** Character sets and presets. Symbols and a sample in the address or in a form only change the preview. */
export async function showCiphers(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const [charsets, presets] = await Promise.all([countedThings(site, charset), countedThings(site, preset)])
  const sent = [context.form, context.query].find((one) => one.has('symbols'))
  const newCharset = sent ?? new URLSearchParams()
  const newPreset = submittedTo(context, preset.at.one)
  return showSettings(context, 'text', {
    lead: context.text.cipher.lead,
    body: (
      <>
        <ThingList
          thing={charset}
          things={charsets}
          cells={charsetCells}
          create={{ written: newCharset, form: <NewCharset written={newCharset} /> }}
        />
        <ThingList
          thing={preset}
          things={presets}
          cells={presetCells}
          create={{ written: newPreset, form: <NewPreset written={newPreset} /> }}
        />
      </>
    ),
  })
}
