/** @jsxImportSource hono/jsx */
import type { Album } from '@pictoglyph/site/language/records'
import { maxDescriptionCharacters, maxNameCharacters } from '@pictoglyph/site/language/text-field'
import { useConsole } from '../context/console-context.ts'
import { submittedTo } from '../context/submitted-form.ts'
import { CheckField, EditForm, Field, TextField } from '../parts/form.tsx'
import { HiddenName } from '../parts/hidden-name.tsx'
import type { ShownThing } from '../parts/shown-values.ts'

/** A button that opens the album's texts; open if they were refused. */
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

/** The editable fields of an album for an edit form. */
export const shownAlbum = ({ id, name, description }: Album): ShownThing => ({
  present: { name, description },
  history: { subject: id, actions: { name: 'album.rename', description: 'album.describe' } },
})

/** The name and the description of an album. @param back the page of the form */
export const AlbumWords = ({ album, back }: { album: Album; back: string }) => {
  const { album: text, common } = useConsole().text
  return (
    <EditForm action={actionOf(album)} present={shownAlbum(album).present} class="stack">
      <input type="hidden" name="return" value={back} />
      <Field label={text.name} name="name" control={{ required: true, maxlength: maxNameCharacters.album }} />
      <TextField
        label={text.description}
        name="description"
        hint={text.descriptionHint}
        control={{ maxlength: maxDescriptionCharacters, rows: 3 }}
      />
      {album.isArranged ? <CheckField name="newestFirst" label={text.newestFirst} /> : null}
      <button type="submit" class="small">
        {common.save}
      </button>
    </EditForm>
  )
}
