/** @jsxImportSource hono/jsx */
import type { Charset, Preset } from '@pictoglyph/site/language/records'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { submittedTo } from '../../context/submitted-form.ts'
import { CreateButton, CreatePanel, SectionHead } from '../../parts/create-panel.tsx'
import { RowCell, RowLink, RowList } from '../../parts/row-list.tsx'
import { settingsPath, showSettings } from '../settings/settings-page.tsx'
import { cipherPartPath, PartState, sampleOf, schemeOf, symbolsOf } from './cipher-part-page.tsx'
import { NewCharset, NewPreset } from './new-cipher-part.tsx'

/**
 * Character sets and presets. Symbols and a sample in the address or in a form are previewed, and change
 * nothing.
 */
export async function showCiphers(context: SignedInContext): Promise<Response> {
  const { database } = context.services.site
  const [charsets, presets] = await Promise.all([database.charsets.list(), database.presets.list()])
  const newCharset = context.form.has('symbols') ? context.form : context.query
  const newPreset = submittedTo(context, `${settingsPath('text')}/presets`)
  const { cipher: text } = context.text
  const charsetPanel = { label: text.newCharset, isOpen: newCharset.has('symbols') }
  const presetPanel = { label: text.newPreset, isOpen: newPreset.size > 0 }
  return showSettings(context, 'text', {
    lead: text.lead,
    body: (
      <>
        <section class="stack">
          <SectionHead title={text.charsets}>
            <CreateButton panel="create-charset" {...charsetPanel} />
          </SectionHead>
          <CreatePanel id="create-charset" {...charsetPanel}>
            <NewCharset written={newCharset} />
          </CreatePanel>
          <RowList
            label={text.charsets}
            columns={[
              { label: text.name },
              { label: text.symbols },
              { label: text.sample, isWide: true },
              { label: text.state },
            ]}
          >
            {charsets.map((charset) => (
              <CharsetRow charset={charset} />
            ))}
          </RowList>
        </section>
        <section class="stack">
          <SectionHead title={text.presets}>
            <CreateButton panel="create-preset" {...presetPanel} />
          </SectionHead>
          <CreatePanel id="create-preset" {...presetPanel}>
            <NewPreset written={newPreset} />
          </CreatePanel>
          <RowList
            label={text.presets}
            columns={[{ label: text.name }, { label: text.type, isWide: true }, { label: text.state }]}
          >
            {presets.map((preset) => (
              <PresetRow preset={preset} />
            ))}
          </RowList>
        </section>
      </>
    ),
  })
}

const CharsetRow = ({ charset }: { charset: Charset }) => {
  const { cipher: text } = useConsole().text
  return (
    <tr>
      <RowLink href={cipherPartPath('charset', charset.id)}>{charset.name}</RowLink>
      <RowCell>
        <span class="symbols">{symbolsOf(charset)}</span>
      </RowCell>
      <RowCell isWide>
        <span class="muted">{sampleOf(charset.symbols, text.sampleText)}</span>
      </RowCell>
      <RowCell>
        <PartState item={charset} />
      </RowCell>
    </tr>
  )
}

const PresetRow = ({ preset }: { preset: Preset }) => (
  <tr>
    <RowLink href={cipherPartPath('preset', preset.id)}>{preset.name}</RowLink>
    <RowCell isWide>{schemeOf(preset)}</RowCell>
    <RowCell>
      <PartState item={preset} />
    </RowCell>
  </tr>
)
