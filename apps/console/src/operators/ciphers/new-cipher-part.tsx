/** @jsxImportSource hono/jsx */

import { algorithmTypes, variantsOf } from '@pictoglyph/codec/scheme'
import { maxNameCharacters } from '@pictoglyph/site/language/text-field'
import type { Child } from 'hono/jsx'
import { useConsole } from '../../context/console-context.ts'
import { FailureMessage } from '../../parts/failure-message.tsx'
import { Field, Form, SelectField } from '../../parts/form.tsx'
import { sampleCipher } from './sample-cipher.ts'

/** A form for another character set, with a preview of what it makes. @param props.written what was written so far */
export const NewCharset = ({ written }: { written: URLSearchParams }) => {
  const { cipher: text } = useConsole().text
  const symbols = written.get('symbols') ?? ''
  const sample = written.get('sample') ?? text.sampleText
  return (
    <NewPart
      action="/settings/text/charsets"
      title={text.newCharset}
      add={text.addCharset}
      written={written}
      preview={{ id: 'charset-preview', shown: <CharsetPreview symbols={symbols} sample={sample} /> }}
    >
      <Field
        label={text.symbols}
        name="symbols"
        hint={text.symbolsHint}
        value={symbols}
        control={{ required: true }}
      />
      <Field label={text.sample} name="sample" value={sample} control={{ maxlength: 200 }} />
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
export const NewPreset = ({ written }: { written: URLSearchParams }) => {
  const { cipher: text } = useConsole().text
  return (
    <NewPart action="/settings/text/presets" title={text.newPreset} add={text.addPreset} written={written}>
      <SelectField label={text.type} name="scheme" value={written.get('scheme') ?? ''} choices={schemes} />
    </NewPart>
  )
}

const idControl = { required: true, maxlength: 40, pattern: '[a-z0-9][a-z0-9_\\-]*', autocapitalize: 'none' }

/** A form for another character set or preset: what programs and people call it, and what it consists of. */
const NewPart = (props: {
  action: string
  title: string
  /** The button that adds it. */
  add: string
  /** What was written so far. */
  written: URLSearchParams
  /** What it would be like, in an element of this id. */
  preview?: { id: string; shown: Child }
  /** The fields of what it consists of. */
  children: Child
}) => {
  const { cipher: text } = useConsole().text
  const { written, preview } = props
  return (
    <Form
      action={props.action}
      class="card stack"
      {...(preview && { preview: { address: '/settings/text', id: preview.id } })}
    >
      <h3>{props.title}</h3>
      <div class="field-row">
        <Field label={text.id} name="id" value={written.get('id') ?? ''} control={idControl} />
        <Field
          label={text.name}
          name="name"
          value={written.get('name') ?? ''}
          control={{ required: true, maxlength: maxNameCharacters.cipherPart }}
        />
        {props.children}
      </div>
      {preview === undefined ? null : (
        <div id={preview.id} class="preview" aria-live="polite">
          {preview.shown}
        </div>
      )}
      <div class="together">
        <button type="submit">{props.add}</button>
        {preview === undefined ? null : (
          <button type="submit" class="quiet" formaction="/settings/text/preview" formnovalidate>
            {text.preview}
          </button>
        )}
      </div>
    </Form>
  )
}
