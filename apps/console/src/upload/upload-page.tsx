/** @jsxImportSource hono/jsx */
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import { maxDescriptionCharacters, maxTitleCharacters } from '@pictoglyph/site/language/text-field'
import { typeName } from '@pictoglyph/site/language/type-name'
import { Icon } from '@pictoglyph/web/page/icon'
import { AlbumField } from '../albums/album-field.tsx'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { showPage } from '../page/page.tsx'
import { Empty } from '../parts/empty.tsx'
import { ExpiryField } from '../parts/expiry-field.tsx'
import { Field, NewForm, SelectField, Submit, TextField } from '../parts/form.tsx'
import { RefusalOf, useRefused } from '../parts/refused-field.tsx'
import { type UploadChoices, uploadChoicesOf } from './upload-choices.ts'

/** The upload page: one image without a script, otherwise a queue that continues while browsing. */
export async function showUpload(context: SignedInContext): Promise<Response> {
  const { text } = context
  const choices = await uploadChoicesOf(context)
  const { policy } = context.services.site.snapshot()
  const types = policy['upload.types']
  return showPage(context, {
    uploadChoices: choices,
    title: text.upload.title,
    lead: text.upload.limits(types.map(typeName), formatBytes(policy['upload.maxBytes'], context.language)),
    status: context.refusal === undefined ? 200 : 400,
    body:
      choices.categories.length === 0 ? (
        <Empty title={text.upload.noCategory}>
          <p>{text.upload.noCategoryHint}</p>
        </Empty>
      ) : (
        <div class="upload">
          <NewForm
            action="/upload"
            usual={{ categoryId: '', title: '', description: '' }}
            class="stack"
            enctype="multipart/form-data"
            data={{ 'data-upload': '' }}
          >
            <DropZone accepted={types.join(',')} />
            <Destination {...choices} />
            <SingleFields />
          </NewForm>
          <div data-queue-place="" />
        </div>
      ),
  })
}

const Destination = ({ categories, albums }: UploadChoices) => {
  const { text, form, query, services } = useConsole()
  const { policy } = services.site.snapshot()
  const staysForever =
    policy['upload.defaultLifetime'] === 'forever' && policy['upload.maxLifetime'] === 'forever'
  return (
    <div class="card upload-options">
      <div class="field-row">
        <SelectField label={text.gallery.category} name="categoryId" choices={categories} />
        <AlbumField
          label={<span class="field-label">{text.gallery.album}</span>}
          name="albumId"
          value={form.get('albumId') ?? query.get('album') ?? ''}
          written={form.get('newAlbum') ?? ''}
          choices={[{ value: '', label: text.upload.noAlbum }, ...albums]}
        />
        <ExpiryField
          label={text.image.newEnd}
          first={staysForever ? text.expiry.spans.forever : text.expiry.bySite}
          endsAlways
          takesDay={false}
        />
      </div>
      <div class="upload-settings scripted">
        <label class="check">
          <input type="checkbox" data-setting="startOnDrop" />
          <span>{text.upload.startOnDrop}</span>
        </label>
        <label class="check">
          <input type="checkbox" data-setting="nameAsTitle" />
          <span>{text.upload.nameAsTitle}</span>
        </label>
      </div>
    </div>
  )
}

/** The details of the one image that is sent without a script. */
const SingleFields = () => {
  const { text } = useConsole()
  return (
    <div class="stack unscripted" data-single="">
      <div class="card stack">
        <Field label={text.image.title} name="title" control={{ maxlength: maxTitleCharacters }} />
        <TextField
          label={text.image.description}
          name="description"
          control={{ maxlength: maxDescriptionCharacters }}
        />
      </div>
      <Submit>{text.upload.start}</Submit>
    </div>
  )
}

/** The area to drop or choose files. */
export const DropZone = ({ accepted, hasFolders = true }: { accepted: string; hasFolders?: boolean }) => {
  const { upload } = useConsole().text
  return (
    <div class="field">
      <label class="drop-zone">
        <Icon name="upload" size={44} />
        <span class="drop-title">{upload.choose}</span>
        <span class="muted scripted">{upload.dropHint}</span>
        <input type="file" name="file" accept={accepted} required {...useRefused('file')} />
      </label>
      {hasFolders ? (
        <div class="folder-choice scripted">
          <label class="button quiet small">
            {upload.chooseFolder}
            <input type="file" class="visually-hidden" webkitdirectory data-folder="" />
          </label>
        </div>
      ) : null}
      <RefusalOf field="file" />
    </div>
  )
}
