/** @jsxImportSource hono/jsx */
import { algorithmTypes, variantsOf } from '@pictoglyph/codec/scheme'
import { createLabel } from '@pictoglyph/forms/thing'
import { charset } from '@pictoglyph/site/ciphers/charset'
import { preset } from '@pictoglyph/site/ciphers/preset'
import type { Child } from 'hono/jsx'
import { useConsole, useWords } from '../../context/console-context.ts'
import { FailureMessage } from '../../parts/failure-message.tsx'
import { Field, Form, SelectField } from '../../parts/form.tsx'
import { sampleLabel } from './cipher-cells.tsx'
import { sampleCipher } from './sample-cipher.ts'

const previewId = 'charset-preview'

/** A form for a new character set, with a preview. @param props.written the values so far */
export const NewCharset = ({ written }: { written: URLSearchParams }) => {
  const { cipher: text } = useConsole().text
  const words = useWords()
  const { list, one } = charset.at
  const symbols = written.get('symbols') ?? ''
  const sample = written.get('sample') ?? text.sampleText
  return (
    <Form action={one} class="card stack" preview={{ address: list, id: previewId }}>
      <PartFields thing={charset} written={written}>
        <Field
          label={words(charset.columns.symbols.label)}
          name="symbols"
          hint={text.symbolsHint}
          value={symbols}
          control={{ required: true }}
        />
        <Field label={words(sampleLabel)} name="sample" value={sample} control={{ maxlength: 200 }} />
      </PartFields>
      <div id={previewId} class="preview" aria-live="polite">
        <CharsetPreview symbols={symbols} sample={sample} />
      </div>
      <div class="together">
        <button type="submit">{words(createLabel(charset))}</button>
        <button type="submit" class="quiet" formaction={`${list}/preview`} formnovalidate>
          {text.preview}
        </button>
      </div>
    </Form>
  )
}

const CharsetPreview = ({ symbols, sample }: { symbols: string; sample: string }) => {
  const { refusal, text: messages } = useConsole()
  const { cipher: text } = messages
  if (symbols === '') return <p class="muted">{text.previewHint}</p>
  const result = sampleCipher(symbols, sample)
  if ('cipher' in result) return <p class="sample whole">{result.cipher}</p>
  if (refusal !== undefined) return <p class="muted">{messages.common.previewLater}</p>
  return (
    <p>
      {text.unsuitable}
      <FailureMessage of={result.refusal} />
    </p>
  )
}

/** Every scheme, as presets name it. */
const schemes = algorithmTypes.flatMap((type) =>
  variantsOf[type].map((variant) => ({ value: `${type}/${variant}`, label: `${type} · ${variant}` })),
)

/** A form for a new preset. @param props.written the values so far */
export const NewPreset = ({ written }: { written: URLSearchParams }) => {
  const words = useWords()
  const scheme = written.get('scheme') ?? ''
  return (
    <Form action={preset.at.one} class="card stack">
      <PartFields thing={preset} written={written}>
        <SelectField
          label={words(preset.columns.type.label)}
          name="scheme"
          value={scheme}
          choices={schemes}
        />
      </PartFields>
      <div class="together">
        <button type="submit">{words(createLabel(preset))}</button>
      </div>
    </Form>
  )
}

const idControl = { required: true, maxlength: 40, pattern: '[a-z0-9][a-z0-9_\\-]*', autocapitalize: 'none' }

/** The heading of the form, and its fields: id, name, then the part's own fields. */
const PartFields = (props: {
  thing: typeof charset | typeof preset
  written: URLSearchParams
  children: Child
}) => {
  const { thing, written, children } = props
  const { id } = useConsole().text.thing
  const { label, max } = thing.columns.name
  const words = useWords()
  return (
    <>
      <h3>{words(createLabel(thing))}</h3>
      <div class="field-row">
        <Field label={id} name="id" value={written.get('id') ?? ''} control={idControl} />
        <Field
          label={words(label)}
          name="name"
          value={written.get('name') ?? ''}
          control={{ required: true, maxlength: max }}
        />
        {children}
      </div>
    </>
  )
}
