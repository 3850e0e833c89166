/** @jsxImportSource hono/jsx */
import { algorithmTypes, variantsOf } from '@pictoglyph/codec'
import { createLabel } from '@pictoglyph/forms/thing'
import { charset } from '@pictoglyph/site/ciphers/charset'
import { preset } from '@pictoglyph/site/ciphers/preset'
import type { Child } from 'hono/jsx'
import { useConsole, useWords } from '../../context/console-context.ts'
import { FailureMessage } from '../../parts/failure-message.tsx'
import { Field, Form, SelectField } from '../../parts/form.tsx'
import { sampleLabel } from './cipher-cells.tsx'
import { sampleCipher } from './sample-cipher.ts'

/** A form for another character set, with a preview of what it makes. @param props.written what was written so far */
export const NewCharset = ({ written }: { written: URLSearchParams }) => {
  const { cipher: text } = useConsole().text
  const words = useWords()
  const symbols = written.get('symbols') ?? ''
  const sample = written.get('sample') ?? text.sampleText
  return (
    <NewPart
      thing={charset}
      written={written}
      preview={{ id: 'charset-preview', shown: <CharsetPreview symbols={symbols} sample={sample} /> }}
    >
      <Field
        label={words(charset.columns.symbols.label)}
        name="symbols"
        hint={text.symbolsHint}
        value={symbols}
        control={{ required: true }}
      />
      <Field label={words(sampleLabel)} name="sample" value={sample} control={{ maxlength: 200 }} />
    </NewPart>
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

/** Every kind of encoding there is, as a preset names it. */
const schemes = algorithmTypes.flatMap((type) =>
  variantsOf[type].map((variant) => ({ value: `${type}/${variant}`, label: `${type} · ${variant}` })),
)

/** A form for another preset. @param props.written what was written so far */
export const NewPreset = ({ written }: { written: URLSearchParams }) => (
  <NewPart thing={preset} written={written}>
    <SelectField
      label={useWords()(preset.columns.type.label)}
      name="scheme"
      value={written.get('scheme') ?? ''}
      choices={schemes}
    />
  </NewPart>
)

const idControl = { required: true, maxlength: 40, pattern: '[a-z0-9][a-z0-9_\\-]*', autocapitalize: 'none' }

/** A form for another character set or preset: what programs and people call it, and what it consists of. */
const NewPart = (props: {
  thing: typeof charset | typeof preset
  /** What was written so far. */
  written: URLSearchParams
  /** What it would be like, in an element of this id. */
  preview?: { id: string; shown: Child }
  /** The fields of what it consists of. */
  children: Child
}) => {
  const { cipher: text, thing: common } = useConsole().text
  const words = useWords()
  const { thing, written, preview } = props
  const { name } = thing.columns
  const label = words(createLabel(thing))
  return (
    <Form
      action={thing.at.one}
      class="card stack"
      {...(preview && { preview: { address: thing.at.list, id: preview.id } })}
    >
      <h3>{label}</h3>
      <div class="field-row">
        <Field label={common.id} name="id" value={written.get('id') ?? ''} control={idControl} />
        <Field
          label={words(name.label)}
          name="name"
          value={written.get('name') ?? ''}
          control={{ required: true, maxlength: name.max }}
        />
        {props.children}
      </div>
      {preview === undefined ? null : (
        <div id={preview.id} class="preview" aria-live="polite">
          {preview.shown}
        </div>
      )}
      <div class="together">
        <button type="submit">{label}</button>
        {preview === undefined ? null : (
          <button type="submit" class="quiet" formaction={`${thing.at.list}/preview`} formnovalidate>
            {text.preview}
          </button>
        )}
      </div>
    </Form>
  )
}
