/** @jsxImportSource hono/jsx */
import { maxNameCharacters } from '@pictoglyph/core'
import type { Child } from 'hono/jsx'
import { useConsole } from '../context/use-console.ts'
import { Field, Form } from '../parts/form.tsx'

const idControl = { required: true, maxlength: 40, pattern: '[a-z0-9][a-z0-9_\\-]*', autocapitalize: 'none' }

/** A form for another character set or preset: what programs and people call it, and what it consists of. */
export const NewPart = (props: {
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
      {...(preview && { preview: { address: '/ciphers', id: preview.id } })}
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
          <button type="submit" class="quiet" formaction="/ciphers/preview" formnovalidate>
            {text.preview}
          </button>
        )}
      </div>
    </Form>
  )
}
