/** @jsxImportSource hono/jsx */
import { maxDescriptionCharacters, maxTitleCharacters } from '@pictoglyph/site/language/text-field'
import { Icon } from '@pictoglyph/web/page/icon'
import { AlbumField } from '../albums/album-field.tsx'
import { useConsole } from '../context/console-context.ts'
import type { Choice } from '../parts/form.tsx'
import type { UploadChoices } from './upload-setup.tsx'

const linkFormats = ['url', 'markdown', 'html', 'bbcode'] as const

/** What the script makes the queue of uploads from: the list with its bar, a row for each file, the way to edit. */
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
          <button type="button" class="small" data-do="start" hidden>
            {queue.start}
          </button>
          <button type="button" class="quiet small" data-do="pause" hidden>
            {queue.pause}
          </button>
          <button type="button" class="quiet small" data-do="cancel" hidden>
            {queue.cancelAll}
          </button>
          <button type="button" class="quiet small" data-do="retry" hidden>
            {queue.retryMany}
          </button>
          <button type="button" class="quiet small" data-do="edit" hidden>
            {queue.editAll}
          </button>
          <button type="button" class="quiet small" data-do="clear" hidden>
            {queue.clear}
          </button>
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
    <li class="queue-row">
      <img alt="" width="40" height="40" loading="lazy" decoding="async" data-preview="" />
      <div class="queue-text">
        <strong dir="auto" data-name="" />
        <span class="queue-facts" data-facts="" />
      </div>
      <div class="queue-actions">
        <button type="button" class="quiet small" hidden data-do="copy">
          {queue.copy} <Name />
        </button>
        <a href="/images" class="button queue-icon" hidden data-do="open" title={queue.open}>
          <Icon name="open" />
          <span class="visually-hidden">
            {queue.open} <span data-name="" />
          </span>
        </a>
        <button type="button" class="quiet small" hidden data-do="retry">
          {queue.retry} <Name />
        </button>
        <button type="button" class="queue-icon" hidden data-do="edit" title={queue.edit}>
          <Icon name="edit" />
          <span class="visually-hidden">
            {queue.edit} <span data-name="" />
          </span>
        </button>
        <button type="button" class="queue-icon" data-do="remove" title={queue.remove}>
          <Icon name="close" />
          <span class="visually-hidden">
            <span data-remove-word="">{queue.remove}</span> <span data-name="" />
          </span>
        </button>
      </div>
      <progress max="1" value="0" hidden aria-hidden="true" />
    </li>
  )
}

const Name = () => <span class="visually-hidden" data-name="" />

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

/** Signing in happens elsewhere, so that the files stay. */
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
