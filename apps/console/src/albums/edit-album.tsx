/** @jsxImportSource hono/jsx */
import type { Album } from '@pictoglyph/site/language/records'
import { maxDescriptionCharacters, maxNameCharacters } from '@pictoglyph/site/language/text-field'
import { useConsole } from '../context/console-context.ts'
import { submittedTo } from '../context/submitted-form.ts'
import { CheckField, Field, Form, TextField } from '../parts/form.tsx'
import { HiddenName } from '../parts/hidden-name.tsx'

/** A button that unfolds the album's words; unfolded where they were refused. */
export const EditAlbum = ({ album }: { album: Album }) => {
  const context = useConsole()
  const isRefused = submittedTo(context, actionOf(album)).has('name')
  return (
    <details class="confirm" data-dismiss="" open={isRefused}>
      <summary class="button quiet small">
        <span>{context.text.album.edit}</span>
        <HiddenName name={album.name} />
      </summary>
      <div class="confirm-panel">
        <AlbumWords album={album} back="/albums" />
      </div>
    </details>
  )
}

const actionOf = ({ id }: Album) => `/albums/${id}/name`

/** The name and the description of an album. @param back where the form stands */
export const AlbumWords = ({ album, back }: { album: Album; back: string }) => {
  const context = useConsole()
  const { album: text, common } = context.text
  const refused = submittedTo(context, actionOf(album))
  return (
    <Form action={actionOf(album)} class="stack">
      <input type="hidden" name="return" value={back} />
      <Field
        label={text.name}
        name="name"
        value={refused.get('name') ?? album.name}
        control={{ required: true, maxlength: maxNameCharacters.album }}
      />
      <TextField
        label={text.description}
        name="description"
        hint={text.descriptionHint}
        value={refused.get('description') ?? album.description}
        control={{ maxlength: maxDescriptionCharacters, rows: 3 }}
      />
      {album.isArranged ? <CheckField name="newestFirst" label={text.newestFirst} /> : null}
      <button type="submit" class="small">
        {common.save}
      </button>
    </Form>
  )
}
