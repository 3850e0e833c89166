/** @jsxImportSource hono/jsx */

import { maxKeyCodePoints } from '@pictoglyph/codec/limits'
import { type AlgorithmType, worthOf } from '@pictoglyph/codec/scheme'
import type { Tone } from './browser/status-line.ts'
import { nameIn, type PlaygroundMessages } from './messages.ts'

/** The form's choices, with their defaults. */
export interface FormChoices {
  charsets: readonly { id: string; name: string; isDefault: boolean }[]
  presets: readonly { id: string; name: string; type: AlgorithmType; isDefault: boolean }[]
}

/** The input and result of a form. The key is not displayed again. */
export interface FilledForm {
  text: string
  cipher: string
  charsetId: string
  algorithmId: string
  said: string
  tone: Tone
}

interface PlainFormProps {
  messages: PlaygroundMessages
  choices: FormChoices
  filled: FilledForm | undefined
}

/** The playground for browsers without script: a form that the same page answers. */
export const PlainForm = ({ messages, choices, filled }: PlainFormProps) => (
  <form class="plain-form" method="post" action="./">
    <p class="muted">{messages.withoutScript}</p>
    {filled === undefined ? null : (
      <p class="status" data-tone={filled.tone} role="status">
        {filled.said}
      </p>
    )}
    <label>
      {messages.charset}
      <select name="charsetId">
        {choices.charsets.map(({ id, name, isDefault }) => (
          <option value={id} selected={id === filled?.charsetId || (filled === undefined && isDefault)}>
            {nameIn(messages, name)}
          </option>
        ))}
      </select>
    </label>
    <label>
      {messages.preset}
      <select name="algorithmId">
        {choices.presets.map(({ id, name, type, isDefault }) => (
          <option value={id} selected={id === filled?.algorithmId || (filled === undefined && isDefault)}>
            {`${nameIn(messages, name)} · ${messages[worthOf[type]]}`}
          </option>
        ))}
      </select>
    </label>
    <label>
      {messages.key}
      <input name="key" type="password" maxlength={2 * maxKeyCodePoints} autocomplete="off" />
    </label>
    <label>
      {messages.text}
      <textarea name="text" dir="auto" rows={5}>
        {filled?.text}
      </textarea>
    </label>
    <p class="muted">
      <button class="button" name="does" value="encrypt" type="submit">
        {messages.encode}
      </button>{' '}
      <button class="button quiet" name="does" value="decrypt" type="submit">
        {messages.decode}
      </button>
    </p>
    <label>
      {messages.cipher}
      <textarea name="cipher" dir="auto" rows={5}>
        {filled?.cipher}
      </textarea>
    </label>
  </form>
)
