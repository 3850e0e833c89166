/** @jsxImportSource hono/jsx */
import { maxDescriptionCharacters, maxTitleCharacters } from '@pictoglyph/site/language/text-field'
import { Icon } from '@pictoglyph/web/page/icon'
import { FileName, QueueRow, RowButton, RowIcon } from '@pictoglyph/web/page/queue-row'
import { AlbumField } from '../albums/album-field.tsx'
import { useConsole } from '../context/console-context.ts'
import type { Choice } from '../parts/form.tsx'
import type { UploadChoices } from './upload-choices.ts'

const barActions = ['start', 'pause', 'cancelAll', 'retryMany', 'editAll', 'clear'] as const
const linkFormats = ['url', 'markdown', 'html', 'bbcode'] as const

/** Templates for the upload script: the list with its bar, a row for each file, the edit dialog. */
export const QueueTemplates = (choices: UploadChoices) => (
  <>
    <template data-queue-template="">
      <Queue {...choices} />
    </template>
    <template data-row-template="">
      <Row />
    </template>
  </>
)

const Queue = (choices: UploadChoices) => {
  const { queue, copyFormat } = useConsole().text
  return (
    <section class="queue" aria-label={queue.label}>
      <ul class="queue-rows" data-rows="" />
      <div class="queue-bar">
        <progress max="1" value="0" aria-label={queue.label} data-total-bar="" />
        <button type="button" class="queue-icon queue-fold" aria-expanded="true" data-do="fold">
          <Icon name="down" />
          <span class="visually-hidden">{queue.fold}</span>
        </button>
        <p class="queue-total" data-total="" />
        <div class="queue-bar-actions">
          {barActions.map((action) => (
            <button
              type="button"
              class={action === 'start' ? 'small' : 'quiet small'}
              data-do={action}
              hidden
            >
              {queue[action]}
            </button>
          ))}
          <span class="queue-links" data-links="" hidden>
            <select class="small" aria-label={queue.format} data-format="">
              {linkFormats.map((name) => (
                <option value={name}>{copyFormat[name]}</option>
              ))}
            </select>
            <button type="button" class="small" data-copy-all="">
              <span data-copy-all-label="">{queue.copyAll}</span>
            </button>
          </span>
        </div>
        <p class="visually-hidden" role="status" data-spoken="" />
      </div>
      <EditDialog {...choices} />
      <SignInDialog />
    </section>
  )
}

const Row = () => {
  const { queue } = useConsole().text
  return (
    <QueueRow>
      <RowButton action="copy" words={queue.copy} />
      <a href="/images" class="button queue-icon" data-do="open" title={queue.open}>
        <Icon name="open" />
        <span class="visually-hidden">
          {queue.open} <FileName />
        </span>
      </a>
      <RowButton action="retry" words={queue.retry} />
      <RowIcon action="edit" icon="edit" words={queue.edit} />
      <RowIcon action="remove" icon="close" words={queue.remove} />
    </QueueRow>
  )
}

const EditDialog = ({ categories, albums }: UploadChoices) => {
  const { text } = useConsole()
  const { queue, image, gallery, upload, common } = text
  return (
    <dialog class="card queue-edit" data-edit="" aria-labelledby="queue-edit-title">
      <form method="dialog" class="stack">
        <h2 id="queue-edit-title" data-edit-title="">
          {queue.editAll}
        </h2>
        <label class="field">
          <span class="field-label">{image.title}</span>
          <input type="text" dir="auto" name="title" maxlength={maxTitleCharacters} />
        </label>
        <label class="field">
          <span class="field-label">{image.description}</span>
          <textarea dir="auto" name="description" rows={3} maxlength={maxDescriptionCharacters} />
        </label>
        <div class="field-row">
          <Choices label={gallery.category} name="categoryId" none={queue.keepAsIs} choices={categories} />
          <AlbumField
            label={<span class="field-label">{gallery.album}</span>}
            name="albumId"
            choices={[{ value: '', label: upload.noAlbum }, ...albums]}
          />
        </div>
        <div class="together">
          <button type="submit" value="save">
            {common.save}
          </button>
          <button type="submit" value="" class="quiet" formnovalidate>
            {queue.cancel}
          </button>
        </div>
      </form>
    </dialog>
  )
}

/** Signing in opens in a new tab, so that the files stay. */
const SignInDialog = () => {
  const { queue, signIn } = useConsole().text
  return (
    <dialog class="card" data-sign-in="" aria-labelledby="queue-sign-in">
      <form method="dialog" class="stack">
        <p id="queue-sign-in">{queue.signedOut}</p>
        <div class="together">
          <a class="button" href="/sign-in" target="_blank" rel="noopener">
            {signIn.submit}
          </a>
          <button type="submit" class="quiet">
            {queue.cancel}
          </button>
        </div>
      </form>
    </dialog>
  )
}

const Choices = (props: { label: string; name: string; none: string; choices: readonly Choice[] }) => (
  <label class="field">
    <span class="field-label">{props.label}</span>
    <select name={props.name}>
      <option value="">{props.none}</option>
      {props.choices.map(({ value, label }) => (
        <option value={value}>{label}</option>
      ))}
    </select>
  </label>
)
