/** @jsxImportSource hono/jsx */

import { useConsole } from '../context/use-console.ts'
import { FailureMessage } from '../parts/failure-message.tsx'
import { Field } from '../parts/form.tsx'
import { NewPart } from './new-part.tsx'
import { sampleCipher } from './sample-cipher.ts'

/** A form for another character set, with a preview of what it makes. @param props.written what was written so far */
export const NewCharset = ({ written }: { written: URLSearchParams }) => {
  const { cipher: text } = useConsole().text
  const symbols = written.get('symbols') ?? ''
  const sample = written.get('sample') ?? text.sampleText
  return (
    <NewPart
      action="/ciphers/charsets"
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
  const { cipher: text } = useConsole().text
  if (symbols === '') return <p class="muted">{text.previewHint}</p>
  const result = sampleCipher(symbols, sample)
  if ('cipher' in result) return <p class="sample whole">{result.cipher}</p>
  return (
    <p>
      {text.unsuitable}
      <FailureMessage of={result.refusal} />
    </p>
  )
}
