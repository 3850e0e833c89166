/** @jsxImportSource hono/jsx */
import { formatBytes, maxDescriptionCharacters, maxTitleCharacters } from '@pictoglyph/core'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { showPage } from '../page/page.tsx'
import { Empty } from '../parts/empty.tsx'
import { Field, Form, SelectField, TextField } from '../parts/form.tsx'
import { RefusalOf, useRefused } from '../parts/refused-field.tsx'
import { typeName } from '../parts/type-name.ts'

/** Uploads: one image where no script runs, otherwise several, dropped, pasted or picked. */
export async function showUpload(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const { text } = context
  const [categories, albums] = await Promise.all([
    site.database.categories.list(),
    site.database.albums.list(context.user.id),
  ])
  const enabled = categories.filter((category) => category.enabled)
  const { policy } = site.snapshot()
  const types = policy['upload.types']
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
        <Form
          action="/upload"
          class="upload stack"
          enctype="multipart/form-data"
          data={{
            'data-upload': '',
            'data-csrf': context.csrfToken,
            'data-failed': text.upload.connectionLost,
            'data-done': text.upload.done,
            'data-duplicate': text.upload.duplicate,
            'data-start-many': text.upload.startMany,
            'data-most-bytes': String(policy['upload.maxBytes']),
            'data-too-large': text.upload.tooLarge,
            'data-not-an-image': text.upload.notAnImage,
          }}
        >
          <DropZone accepted={types.join(',')} />
          <div class="card field-row">
            <SelectField
              label={text.gallery.category}
              name="categoryId"
              value={context.form.get('categoryId') ?? ''}
              choices={enabled.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <SelectField
              label={text.gallery.album}
              name="albumId"
              value={context.form.get('albumId') ?? context.query.get('album') ?? ''}
              choices={[
                { value: '', label: text.upload.noAlbum },
                ...albums.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </div>
          <div class="card stack" data-single="">
            <Field
              label={text.image.title}
              name="title"
              value={context.form.get('title') ?? ''}
              control={{ maxlength: maxTitleCharacters }}
            />
            <TextField
              label={text.image.description}
              name="description"
              value={context.form.get('description') ?? ''}
              control={{ maxlength: maxDescriptionCharacters }}
            />
          </div>
          <ul class="queue" data-queue="" aria-live="polite" />
          <QueueRow />
          <div>
            <button type="submit" data-start-button="">
              {text.upload.start}
            </button>
          </div>
        </Form>
      ),
  })
}

const DropZone = ({ accepted }: { accepted: string }) => {
  const { upload } = useConsole().text
  return (
    <div class="field">
      <label class="drop-zone" data-drop-zone="">
        <svg viewBox="0 0 48 48" width="44" height="44" aria-hidden="true">
          <path d="M24 33V11m0 0-8 8m8-8 8 8M8 31v7a2 2 0 0 0 2 2h28a2 2 0 0 0 2-2v-7" />
        </svg>
        <span class="drop-title">{upload.choose}</span>
        <span class="muted" hidden data-scripted="">
          {upload.dropHint}
        </span>
        <input type="file" name="file" accept={accepted} required {...useRefused('file')} />
      </label>
      <RefusalOf field="file" />
    </div>
  )
}

/** What the script makes a row of for each file. */
const QueueRow = () => {
  const { upload, image, common } = useConsole().text
  return (
    <template data-queue-row="">
      <li class="queue-row card">
        <img alt="" width="72" height="72" data-preview="" />
        <div class="queue-fields">
          <div class="queue-head" aria-atomic="true">
            <strong data-name="" />
            <span class="muted" data-state="">
              {upload.waiting}
            </span>
          </div>
          <progress max="1" value="0" aria-label={upload.progress} />
          <div class="field-row" data-fields="">
            <label class="field">
              <span class="field-label">{image.title}</span>
              <input type="text" dir="auto" data-title="" maxlength={maxTitleCharacters} />
            </label>
            <label class="field">
              <span class="field-label">{image.description}</span>
              <input type="text" dir="auto" data-description="" maxlength={maxDescriptionCharacters} />
            </label>
          </div>
        </div>
        <button type="button" class="quiet small" data-remove="">
          {common.remove} <span class="visually-hidden" data-name="" />
        </button>
      </li>
    </template>
  )
}
