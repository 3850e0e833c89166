/** @jsxImportSource hono/jsx */

import type { Category } from '@pictoglyph/site/categories'
import { describeImage, findOwnImage } from '@pictoglyph/site/images'
import { copyFormatsOf } from '@pictoglyph/site/images/image-addresses'
import type { ImageQuery } from '@pictoglyph/site/images/image-records'
import type { Album, Image } from '@pictoglyph/site/language/records'
import { maxDescriptionCharacters, maxTitleCharacters } from '@pictoglyph/site/language/text-field'
import { CopyPanel } from '@pictoglyph/web/page/copy-panel'
import { Icon } from '@pictoglyph/web/page/icon'
import { QrCode } from '@pictoglyph/web/page/qr-code'
import { seeThroughClass } from '@pictoglyph/web/page/see-through'
import { AlbumField } from '../albums/album-field.tsx'
import { goTo } from '../context/answers.ts'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { addressOf, idOf, returnPath } from '../context/page-address.ts'
import { LinksOfImage } from '../links/links-of-image.tsx'
import { showPage } from '../page/page.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { ExpiryField } from '../parts/expiry-field.tsx'
import { EditForm, Field, Form, SelectField, TextField } from '../parts/form.tsx'
import { HiddenName } from '../parts/hidden-name.tsx'
import { readExpiry } from '../parts/read-expiry.ts'
import { imageName } from '../parts/shown-name.ts'
import { changedFields, type ShownThing } from '../parts/shown-values.ts'
import { uploadChoicesAmong } from '../upload/upload-choices.ts'
import { ImageFacts } from './image-facts.tsx'
import { imageQueryOf } from './image-query.ts'

/** The page of one image: its links, texts, category, albums and facts. */
export async function showImage(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const image = await ownImage(context)
  const list = cameFromList(context)
  const [albums, within, categories, key, neighbours, links, usage] = await Promise.all([
    site.database.albums.list(context.user.id),
    site.database.albums.withImage(image.id),
    site.database.categories.list(),
    image.keyId === null ? undefined : site.database.keys.byId(image.keyId),
    neighboursOf(context, image, list),
    site.database.links.list(context.user.id),
    site.database.users.usage(context.user.id),
  ])
  const leading = links.filter(({ imageId, endedAtMs }) => imageId === image.id && endedAtMs === null)
  const strips = await site.database.links.strips(leading.map(({ name }) => name))
  const category = categories.find(({ id }) => id === image.categoryId)
  const { image: text } = context.text
  return showPage(context, {
    uploadChoices: uploadChoicesAmong(categories, albums),
    usedBytes: usage.bytes,
    title: imageName(context.text, image),
    actions: (
      <>
        <Neighbours {...neighbours} album={albums.find(({ id }) => id === list.albumId)} />
        <a class="button quiet" href={`/images/${image.id}/file`} download="">
          <Icon name="download" />
          {text.download}
        </a>
        <a class="button quiet" href={site.links.page(image)} target="_blank" rel="noopener">
          <Icon name="open" />
          {text.publicPage}
        </a>
        <DeleteImage image={image} />
      </>
    ),
    body: (
      <div class="detail">
        <Picture image={image} />
        <div class="stack detail-side">
          <CopyFormats image={image} />
          <DescribeForm context={context} image={image} categories={categories} />
          <Albums context={context} image={image} within={within} all={albums} />
          <LinksOfImage image={image} links={leading} strips={strips} />
        </div>
        <ImageFacts
          image={image}
          categoryName={category?.name ?? image.categoryId}
          sentWith={key}
          fileName={image.fileName}
        />
      </div>
    ),
  })
}

/** Changes title, description, category and expiry. */
export async function describe(context: SignedInContext): Promise<Response> {
  const { services, actor } = context
  const image = await ownImage(context)
  const expiresAtMs = readExpiry(context)
  const { title, description } = image
  await describeImage(services.site, actor, image, {
    title,
    description,
    ...Object.fromEntries(await changedFields(context, shownImage(image))),
    ...(expiresAtMs !== undefined && { expiresAtMs }),
  })
  return goTo(context, addressOf(context), { name: 'imageSaved', about: '' })
}

function ownImage(context: SignedInContext): Promise<Image> {
  return findOwnImage(context.services.site, context.user.id, idOf(context))
}

/** The page to return to: the gallery, with its filter and position. */
const cameFrom = ({ query }: Pick<SignedInContext, 'query'>) => returnPath(query.get('return') ?? '/images')

function cameFromList(context: SignedInContext): ImageQuery {
  const { searchParams } = new URL(cameFrom(context), context.services.urls.console)
  return imageQueryOf({ query: searchParams, timeZone: context.timeZone }, context.user.id)
}

interface NeighbourAddresses {
  previous: string | undefined
  next: string | undefined
}

/** The pages of the images before and after this one, in the list that led here. */
async function neighboursOf(
  { services, query }: SignedInContext,
  image: Image,
  { limit: _, after: __, ...found }: ImageQuery,
): Promise<NeighbourAddresses> {
  const { previous, next } = await services.site.database.images.neighbours(image, found)
  const pageOf = (id: string | undefined) => id && addressOf({ path: `/images/${id}`, query })
  return { previous: pageOf(previous), next: pageOf(next) }
}

const Neighbours = ({ previous, next, album }: NeighbourAddresses & { album: Album | undefined }) => {
  const context = useConsole()
  const { gallery, image: text } = context.text
  return (
    <nav class="together neighbours" aria-label={text.neighbours}>
      <a class="button quiet" href={cameFrom(context)}>
        {album === undefined ? gallery.back : gallery.backToAlbum(album.name)}
      </a>
      <Step to={previous} rel="prev" label={text.previous} icon="previous" />
      <Step to={next} rel="next" label={text.next} icon="next" />
    </nav>
  )
}

const Step = (props: { to: string | undefined; rel: string; label: string; icon: 'previous' | 'next' }) =>
  props.to === undefined ? null : (
    <a class="button quiet step" href={props.to} rel={props.rel} aria-label={props.label} title={props.label}>
      <Icon name={props.icon} />
    </a>
  )

const Picture = ({ image }: { image: Image }) => {
  const { services, text } = useConsole()
  const { width, height, frames } = image.file
  const { links } = services.site
  return (
    <a class="picture" href={links.direct(image)} target="_blank" rel="noopener">
      <img
        class={seeThroughClass(image)}
        src={frames > 1 ? links.direct(image) : links.rendition(image, 'large')}
        width={width}
        height={height}
        decoding="async"
        alt={imageName(text, image)}
      />
    </a>
  )
}

const CopyFormats = ({ image }: { image: Image }) => {
  const { services, text } = useConsole()
  const { links } = services.site
  const pageUrl = links.page(image)
  const formats = copyFormatsOf(links, image)
  const words = {
    format: text.gallery.format,
    tabs: { ...text.copyFormat, link: text.image.link },
    linked: text.image.linked,
    copy: text.common.copy,
    copied: text.common.copied,
    names: { ...text.copyFormat, page: text.image.pageLink },
  }
  return (
    <section class="card stack tight">
      <h2>{text.image.copy}</h2>
      <CopyPanel formats={formats} pageUrl={pageUrl} words={words} />
      <details class="qr">
        <summary>{text.image.qrCode}</summary>
        <QrCode address={pageUrl} label={text.image.qrCodeOf(pageUrl)} />
      </details>
    </section>
  )
}

/** The editable fields of an image for an edit form. */
const shownImage = ({ id, title, description, categoryId }: Image): ShownThing => ({
  present: { title, description, categoryId },
  history: {
    subject: id,
    actions: { title: 'image.describe', description: 'image.describe', categoryId: 'image.describe' },
  },
})

const DescribeForm = (props: { context: SignedInContext; image: Image; categories: readonly Category[] }) => {
  const { context, image, categories } = props
  const { image: text, common } = context.text
  const usable = categories.filter(({ id, enabled }) => enabled || id === image.categoryId)
  return (
    <EditForm action={addressOf(context)} present={shownImage(image).present} class="card stack tight">
      <Field label={text.title} name="title" control={{ maxlength: maxTitleCharacters }} />
      <TextField
        label={text.description}
        name="description"
        control={{ maxlength: maxDescriptionCharacters, rows: 2 }}
      />
      <SelectField
        label={text.category}
        name="categoryId"
        choices={usable.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <ExpiryField label={text.newEnd} form={context.form} first={context.text.expiry.unchanged} />
      <div>
        <button type="submit" class="quiet small">
          {common.save}
        </button>
      </div>
    </EditForm>
  )
}

const Albums = (props: {
  context: SignedInContext
  image: Image
  within: readonly Album[]
  all: readonly Album[]
}) => {
  const { context, image, within, all } = props
  const { gallery, image: text, common } = context.text
  const others = all.filter(({ id }) => !within.some((album) => album.id === id))
  return (
    <section class="card stack tight">
      <h2>{text.albums}</h2>
      {within.length === 0 ? <p class="muted">{text.inNoAlbum}</p> : null}
      <ul class="chips">
        {within.map(({ id, name }) => (
          <li>
            <Form action="/images/out-of-album" class="chip">
              <input type="hidden" name="id" value={image.id} />
              <input type="hidden" name="outOf" value={id} />
              <input type="hidden" name="return" value={addressOf(context)} />
              <a href={`/images?album=${id}`} dir="auto">
                {name}
              </a>
              <button type="submit" class="plain icon" title={common.remove}>
                <Icon name="close" />
                <HiddenName name={`${common.remove} ${name}`} />
              </button>
            </Form>
          </li>
        ))}
      </ul>
      <Form action="/images/to-album" class="add-to-album">
        <input type="hidden" name="id" value={image.id} />
        <input type="hidden" name="return" value={addressOf(context)} />
        <AlbumField
          label={<span class="visually-hidden">{gallery.album}</span>}
          name="into"
          choices={others.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <button type="submit" class="quiet small">
          {text.add}
        </button>
      </Form>
    </section>
  )
}

const DeleteImage = ({ image }: { image: Image }) => {
  const context = useConsole()
  const { common, gallery, image: text } = context.text
  return (
    <Form action="/images/delete">
      <input type="hidden" name="id" value={image.id} />
      <input type="hidden" name="return" value={cameFrom(context)} />
      <Confirm label={common.delete} question={gallery.deleteQuestion} confirm={text.deleteThis} />
    </Form>
  )
}
