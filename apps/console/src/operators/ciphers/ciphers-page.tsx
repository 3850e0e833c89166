/** @jsxImportSource hono/jsx */
import type { Charset, CipherPart, Preset } from '@pictoglyph/core'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { showPage } from '../../page/page.tsx'
import { Form } from '../../parts/form.tsx'
import { HiddenName } from '../../parts/hidden-name.tsx'
import { Table } from '../../parts/table.tsx'
import { NewCharset, NewPreset } from './new-cipher-part.tsx'
import { sampleCipher } from './sample-cipher.ts'

/**
 * Character sets and presets. Symbols and a sample in the address or in a form are previewed, and change
 * nothing.
 */
export async function showCiphers(context: SignedInContext): Promise<Response> {
  const { database } = context.services.site
  const [charsets, presets] = await Promise.all([database.charsets.list(), database.presets.list()])
  const { cipher: text } = context.text
  return showPage(context, {
    title: text.title,
    lead: text.lead,
    body: (
      <>
        <section class="stack">
          <h2>{text.charsets}</h2>
          <Table label={text.charsets} columns={[text.name, text.symbols, text.sample, text.state, '']}>
            {charsets.map((charset) => (
              <CharsetRow charset={charset} />
            ))}
          </Table>
          <NewCharset written={context.form.has('symbols') ? context.form : context.query} />
        </section>
        <section class="stack">
          <h2>{text.presets}</h2>
          <Table label={text.presets} columns={[text.name, text.type, text.state, '']}>
            {presets.map((preset) => (
              <PresetRow preset={preset} />
            ))}
          </Table>
          <NewPreset written={context.form.has('scheme') ? context.form : new URLSearchParams()} />
        </section>
      </>
    ),
  })
}

const CharsetRow = ({ charset }: { charset: Charset }) => {
  const { cipher: text } = useConsole().text
  const sample = sampleCipher(charset.symbols.join(''), text.sampleText)
  return (
    <tr>
      <th scope="row">
        {charset.name} <code>{charset.id}</code>
      </th>
      <td class="symbols" data-label={text.symbols}>
        {charset.symbols.join(' ')}
      </td>
      <td data-label={text.sample}>
        <span class="sample">{'cipher' in sample ? sample.cipher : ''}</span>
      </td>
      <PartState part="charset" item={charset} />
    </tr>
  )
}

const PresetRow = ({ preset }: { preset: Preset }) => {
  const { cipher: text } = useConsole().text
  return (
    <tr>
      <th scope="row">
        {preset.name} <code>{preset.id}</code>
      </th>
      <td data-label={text.type}>
        {preset.type} <span class="muted">{preset.variant}</span>
      </td>
      <PartState part="preset" item={preset} />
    </tr>
  )
}

const PartState = ({ part, item }: { part: CipherPart; item: Charset | Preset }) => {
  const { cipher: text } = useConsole().text
  const base = `/ciphers/${part}s/${item.id}`
  return (
    <>
      <td data-label={text.state}>
        <span class={item.enabled ? 'badge good' : 'badge'}>
          {item.enabled ? text.enabled : text.disabled}
        </span>
        {item.isDefault ? <span class="badge">{text.isDefault}</span> : null}
      </td>
      <td class="end">
        {item.isDefault ? null : (
          <div class="together">
            <Form action={`${base}/default`}>
              <button type="submit" class="quiet small">
                {text.makeDefault}
                <HiddenName name={item.name} />
              </button>
            </Form>
            <Form action={`${base}/enabled`}>
              <button type="submit" class="quiet small" name="enabled" value={item.enabled ? 'off' : 'on'}>
                {item.enabled ? text.disable : text.enable}
                <HiddenName name={item.name} />
              </button>
            </Form>
          </div>
        )}
      </td>
    </>
  )
}
