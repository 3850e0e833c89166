/** @jsxImportSource hono/jsx */
import { albumPlaces } from '@pictoglyph/site/albums'
import type { Category } from '@pictoglyph/site/categories'
import { copyFormatNames } from '@pictoglyph/site/images/copy-formats'
import type { Album } from '@pictoglyph/site/language/records'
import { useConsole } from '../context/console-context.ts'
import { ExpiryField } from '../parts/expiry-field.tsx'

/** The actions for all selected images, except deleting. */
export const BulkActions = (props: {
  albums: readonly Album[]
  categories: readonly Category[]
  album: Album | undefined
  /** The initially chosen album. */
  into?: Album | undefined
}) => {
  const { gallery, image, album: albumText } = useConsole().text
  const others = props.albums.filter(({ id }) => id !== props.album?.id)
  const categories = props.categories.filter(({ enabled }) => enabled)
  return (
    <>
      <CopyLinks />
      <details class="confirm" data-dismiss="" data-album-menu="">
        <summary class="button quiet small">{gallery.album}</summary>
        <div class="confirm-panel bulk-panel">
          {others.length === 0 ? null : (
            <>
              <label class="field">
                <span class="field-label">{gallery.album}</span>
                <select name="into">
                  {others.map(({ id, name }) => (
                    <option value={id} selected={id === props.into?.id}>
                      {name}
                    </option>
                  ))}
                </select>
              </label>
              <button type="submit" class="quiet small" formaction="/images/to-album">
                {gallery.addTo}
              </button>
              {props.album === undefined ? null : (
                <button type="submit" class="quiet small" formaction="/images/move">
                  {gallery.moveTo}
                </button>
              )}
            </>
          )}
          <label class="field">
            <span class="field-label">{albumText.newName}</span>
            <input type="text" name="newAlbum" dir="auto" autocomplete="off" />
          </label>
          <button type="submit" class="quiet small" formaction="/images/to-new-album">
            {albumText.add}
          </button>
          {props.album === undefined ? null : (
            <button type="submit" class="quiet small" formaction="/images/out-of-album">
              {gallery.takeOut}
            </button>
          )}
        </div>
      </details>
      <details class="confirm" data-dismiss="">
        <summary class="button quiet small">{gallery.moreActions}</summary>
        <div class="confirm-panel bulk-panel">
          <button type="submit" class="quiet small" formaction="/images/zip">
            {gallery.downloadZip}
          </button>
          {props.album === undefined ? null : (
            <>
              <button type="submit" class="quiet small" formaction="/images/cover">
                {albumText.useAsCover}
              </button>
              <fieldset class="album-places">
                <legend>{albumText.order}</legend>
                {albumPlaces.map((place) => (
                  <button
                    type="submit"
                    class="quiet small"
                    formaction="/images/order"
                    name="to"
                    value={place}
                  >
                    {albumText.places[place]}
                  </button>
                ))}
              </fieldset>
            </>
          )}
          <label class="field">
            <span class="field-label">{gallery.category}</span>
            <select name="category">
              {categories.map(({ id, name }) => (
                <option value={id}>{name}</option>
              ))}
            </select>
          </label>
          <button type="submit" class="quiet small" formaction="/images/category">
            {gallery.setCategory}
          </button>
          <ExpiryField label={image.newEnd} form={new URLSearchParams()} />
          <button type="submit" class="quiet small" formaction="/images/end">
            {gallery.setEnd}
          </button>
          <label class="field">
            <span class="field-label">{gallery.newTitle}</span>
            <input type="text" name="title" dir="auto" autocomplete="off" />
          </label>
          <button type="submit" class="quiet small" formaction="/images/title">
            {gallery.setTitle}
          </button>
        </div>
      </details>
    </>
  )
}

/** Copies the links of the selected images in a format that the browser remembers. */
export const CopyLinks = () => {
  const { gallery, copyFormat } = useConsole().text
  return (
    <span class="together">
      <label>
        <span class="visually-hidden">{gallery.format}</span>
        <select name="format" data-copy-format="">
          {copyFormatNames.map((name) => (
            <option value={name}>{copyFormat[name]}</option>
          ))}
        </select>
      </label>
      <button type="submit" class="small" formaction="/images/links" data-copy-links={gallery.linksCopied}>
        {gallery.copyLinks}
      </button>
    </span>
  )
}
