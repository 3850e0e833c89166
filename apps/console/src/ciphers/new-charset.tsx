/** @jsxImportSource hono/jsx */
import { FailureSentence } from '../parts/failure-sentence.tsx'
import { Field, Form } from '../parts/form.tsx'
import { useVisit } from '../visit/visit-context.ts'
import { NewPartFields } from './new-part-fields.tsx'
import { sampleCipher } from './sample-cipher.ts'

/** A form for another character set, with a preview of what it makes. @param props.fields what was written so far */
export const NewCharset = ({ fields }: { fields: URLSearchParams }) => {
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
        <NewPartFields fields={fields} />
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
      {text.unsuitable}
      <FailureSentence of={result.refusal} />
    </p>
  )
}
