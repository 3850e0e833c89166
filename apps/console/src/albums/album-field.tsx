/** @jsxImportSource hono/jsx */
import { maxNameCharacters } from '@pictoglyph/site/language/text-field'
import type { Child } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'
import type { Choice } from '../parts/form.tsx'
import { RefusalOf, useRefused } from '../parts/refused-field.tsx'
import { newAlbum, newAlbumField } from './new-album-choice.ts'

/** A choice of one of the owner's albums, or of a new one; then a field for its name shows. */
export const AlbumField = (props: {
  label: Child
  name: string
  /** The chosen album's id. */
  value?: string
  /** The name as typed, if the form is shown again. */
  written?: string
  choices: readonly Choice[]
}) => {
  const { album } = useConsole().text
  const refused = useRefused(newAlbumField)
  return (
    <div class="field album-field">
      <label>
        {props.label}
        <select name={props.name} {...useRefused(props.name)}>
          {props.choices.map(({ value, label }) => (
            <option value={value} selected={value === props.value}>
              {label}
            </option>
          ))}
          <option value={newAlbum} selected={props.value === newAlbum}>
            {album.create}
          </option>
        </select>
      </label>
      <label class="album-name">
        <span class="visually-hidden">{album.newName}</span>
        <input
          type="text"
          name={newAlbumField}
          dir="auto"
          autocomplete="off"
          placeholder={album.newName}
          maxlength={maxNameCharacters.album}
          value={props.written ?? ''}
          {...refused}
        />
      </label>
      <RefusalOf field={props.name} />
      <RefusalOf field={newAlbumField} />
    </div>
  )
}
