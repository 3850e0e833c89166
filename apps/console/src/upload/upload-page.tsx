/** @jsxImportSource hono/jsx */
import { formatBytes, maxDescriptionCharacters, maxTitleCharacters } from '@pictoglyph/core'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { showPage } from '../page/page.tsx'
import { Empty } from '../parts/empty.tsx'
import { type Choice, Field, Form, SelectField, TextField } from '../parts/form.tsx'
import { RefusalOf, useRefused } from '../parts/refused-field.tsx'
import { typeName } from '../parts/type-name.ts'
import { QueueTemplates } from './queue-templates.tsx'

/** Uploads: one image where no script runs, otherwise a queue, which goes on while one browses. */
export async function showUpload(context: SignedInContext): Promise<Response> {
  const { site, assets } = context.services
  const { text } = context
  const [categories, albums, { metadataScript }] = await Promise.all([
    site.database.categories.list(),
    site.database.albums.list(context.user.id),
    assets.built(),
  ])
  const enabled = categories.filter((category) => category.enabled)
  const { policy } = site.snapshot()
  const types = policy['upload.types']
  const choices: UploadChoices = {
    categories: enabled.map(({ id, name }) => ({ value: id, label: name })),
    albums: albums.map(({ id, name }) => ({ value: id, label: name })),
  }
  return showPage(context, {
    title: text.upload.title,
    lead: text.upload.limits(types.map(typeName), formatBytes(policy['upload.maxBytes'], context.language)),
    status: context.refusal === undefined ? 200 : 400,
    body:
      enabled.length === 0 ? (
        <Empty title={text.upload.noCategory}>
          <p>{text.upload.noCategoryHint}</p>
        </Empty>
      ) : (
        <div class="upload">
          <Form
            action="/upload"
            class="stack"
            enctype="multipart/form-data"
            data={{
              'data-upload': '',
              'data-csrf': context.csrfToken,
              'data-max-bytes': String(policy['upload.maxBytes']),
              'data-metadata': policy['upload.metadata'],
              'data-metadata-script': `/assets/${metadataScript.name}`,
              'data-words': JSON.stringify(text.queue),
            }}
          >
            <DropZone accepted={types.join(',')} />
            <Destination {...choices} />
            <SingleFields />
          </Form>
          <div data-queue-place="" />
          <QueueTemplates {...choices} />
        </div>
      ),
  })
}

/** Where an upload may go. */
export interface UploadChoices {
  categories: readonly Choice[]
  albums: readonly Choice[]
}

const Destination = ({ categories, albums }: UploadChoices) => {
  const { text, form, query } = useConsole()
  return (
    <div class="card upload-options">
      <div class="field-row">
        <SelectField
          label={text.gallery.category}
          name="categoryId"
          value={form.get('categoryId') ?? ''}
          choices={categories}
        />
        <SelectField
          label={text.gallery.album}
          name="albumId"
          value={form.get('albumId') ?? query.get('album') ?? ''}
          choices={[{ value: '', label: text.upload.noAlbum }, ...albums]}
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

/** What is said of the one image that is sent where no script runs. */
const SingleFields = () => {
  const { text, form } = useConsole()
  return (
    <div class="stack unscripted" data-single="">
      <div class="card stack">
        <Field
          label={text.image.title}
          name="title"
          value={form.get('title') ?? ''}
          control={{ maxlength: maxTitleCharacters }}
        />
        <TextField
          label={text.image.description}
          name="description"
          value={form.get('description') ?? ''}
          control={{ maxlength: maxDescriptionCharacters }}
        />
      </div>
      <div>
        <button type="submit">{text.upload.start}</button>
      </div>
    </div>
  )
}

const DropZone = ({ accepted }: { accepted: string }) => {
  const { upload } = useConsole().text
  return (
    <div class="field">
      <label class="drop-zone">
        <svg viewBox="0 0 48 48" width="44" height="44" aria-hidden="true">
          <path d="M24 33V11m0 0-8 8m8-8 8 8M8 31v7a2 2 0 0 0 2 2h28a2 2 0 0 0 2-2v-7" />
        </svg>
        <span class="drop-title">{upload.choose}</span>
        <span class="muted scripted">{upload.dropHint}</span>
        <input type="file" name="file" accept={accepted} required {...useRefused('file')} />
      </label>
      <div class="folder-choice scripted">
        <label class="button quiet small">
          {upload.chooseFolder}
          <input type="file" class="visually-hidden" webkitdirectory data-folder="" />
        </label>
      </div>
      <RefusalOf field="file" />
    </div>
  )
}
