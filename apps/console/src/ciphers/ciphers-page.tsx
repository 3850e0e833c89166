/** @jsxImportSource hono/jsx */
import { algorithmTypes, variantsOf } from '@pictoglyph/codec'
import type { Charset, CipherPart, Preset } from '@pictoglyph/core'
import { FailureSentence } from '../parts/failure-sentence.tsx'
import { Field, Form, SelectField } from '../parts/form.tsx'
import { showPage } from '../parts/page.tsx'
import { Table } from '../parts/table.tsx'
import type { MemberVisit } from '../visit/visit.ts'
import { useVisit } from '../visit/visit-context.ts'
import { sampleCipher } from './sample-cipher.ts'

/** Every kind of encoding there is, as a preset names it. */
const schemes = algorithmTypes.flatMap((type) =>
  variantsOf[type].map((variant) => ({ value: `${type}/${variant}`, type, variant })),
)

/**
 * Character sets and presets. Symbols and a sample in the address or in a form are previewed, and change
 * nothing.
 */
export async function showCiphers(visit: MemberVisit): Promise<Response> {
  const { database } = visit.services.site
  const [charsets, presets] = await Promise.all([database.charsets.list(), database.presets.list()])
  const { cipher: text } = visit.text
  return showPage(visit, {
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
          <NewCharset fields={visit.form.has('symbols') ? visit.form : visit.query} />
        </section>
        <section class="stack">
          <h2>{text.presets}</h2>
          <Table label={text.presets} columns={[text.name, text.type, text.state, '']}>
            {presets.map((preset) => (
              <PresetRow preset={preset} />
            ))}
          </Table>
          <NewPreset form={visit.form} />
        </section>
      </>
    ),
  })
}

const CharsetRow = ({ charset }: { charset: Charset }) => {
  const { cipher: text } = useVisit().text
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
  const { cipher: text } = useVisit().text
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
  const { cipher: text } = useVisit().text
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
                <span class="visually-hidden"> {item.name}</span>
              </button>
            </Form>
            <Form action={`${base}/enabled`}>
              <button type="submit" class="quiet small" name="enabled" value={item.enabled ? 'off' : 'on'}>
                {item.enabled ? text.disable : text.enable}
                <span class="visually-hidden"> {item.name}</span>
              </button>
            </Form>
          </div>
        )}
      </td>
    </>
  )
}

const idControl = { required: true, maxlength: 40, pattern: '[a-z0-9][a-z0-9_\\-]*', autocapitalize: 'none' }

const NewCharset = ({ fields }: { fields: URLSearchParams }) => {
  const { cipher: text } = useVisit().text
  const symbols = fields.get('symbols') ?? ''
  const sample = fields.get('sample') ?? text.sampleText
  return (
    <Form
      action="/ciphers/charsets"
      class="card stack"
      preview={{ address: '/ciphers', id: 'charset-preview' }}
    >
      <h3>{text.newCharset}</h3>
      <div class="field-row">
        <Field label={text.id} name="id" value={fields.get('id') ?? ''} control={idControl} />
        <Field
          label={text.name}
          name="name"
          value={fields.get('name') ?? ''}
          control={{ required: true, maxlength: 64 }}
        />
        <Field
          label={text.symbols}
          name="symbols"
          hint={text.symbolsHint}
          value={symbols}
          control={{ required: true }}
        />
        <Field label={text.sample} name="sample" value={sample} control={{ maxlength: 200 }} />
      </div>
      <div id="charset-preview" class="preview" aria-live="polite">
        <CharsetPreview symbols={symbols} sample={sample} />
      </div>
      <div class="together">
        <button type="submit">{text.addCharset}</button>
        <button type="submit" class="quiet" formaction="/ciphers/preview" formnovalidate>
          {text.preview}
        </button>
      </div>
    </Form>
  )
}

const CharsetPreview = ({ symbols, sample }: { symbols: string; sample: string }) => {
  const { cipher: text } = useVisit().text
  if (symbols === '') return <p class="muted">{text.previewHint}</p>
  const result = sampleCipher(symbols, sample)
  if ('cipher' in result) return <p class="sample whole">{result.cipher}</p>
  return (
    <p>
      {text.unsuitable} <FailureSentence of={result.refusal} />
    </p>
  )
}

const NewPreset = ({ form }: { form: URLSearchParams }) => {
  const { cipher: text } = useVisit().text
  const isThis = form.has('scheme')
  return (
    <Form action="/ciphers/presets" class="card stack">
      <h3>{text.newPreset}</h3>
      <div class="field-row">
        <Field label={text.id} name="id" value={isThis ? (form.get('id') ?? '') : ''} control={idControl} />
        <Field
          label={text.name}
          name="name"
          value={isThis ? (form.get('name') ?? '') : ''}
          control={{ required: true, maxlength: 64 }}
        />
        <SelectField
          label={text.type}
          name="scheme"
          value={form.get('scheme') ?? ''}
          choices={schemes.map(({ value, type, variant }) => ({ value, label: `${type} · ${variant}` }))}
        />
      </div>
      <div>
        <button type="submit">{text.addPreset}</button>
      </div>
    </Form>
  )
}
