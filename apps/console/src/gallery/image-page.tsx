/** @jsxImportSource hono/jsx */
import {
  copyFormatNames,
  copyFormats,
  describeImage,
  findOwnImage,
  type Image,
  maxDescriptionCharacters,
  maxTitleCharacters,
} from '@pictoglyph/core'
import { goTo } from '../context/answers.ts'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { addressOf, idOf, returnPath } from '../context/page-address.ts'
import { showPage } from '../page/page.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Field, Form, SelectField, TextField } from '../parts/form.tsx'
import { imageName } from '../parts/shown-name.ts'
import { ImageFacts } from './image-facts.tsx'

/** One image: large, with its links in every form, what is known of it, and its title to change. */
export async function showImage(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const image = await ownImage(context)
  const [albums, category] = await Promise.all([
    site.database.albums.list(context.user.id),
    site.database.categories.byId(image.categoryId),
  ])
  const { gallery, image: text } = context.text
  return showPage(context, {
    title: imageName(context.text, image),
    actions: (
      <>
        <a class="button quiet" href={site.links.page(image)} target="_blank" rel="noopener">
          {text.publicPage}
        </a>
        <DeleteImage image={image} />
      </>
    ),
    body: (
      <div class="detail">
        <Picture image={image} />
        <div class="stack">
          <CopyFormats image={image} />
          <DescribeForm context={context} image={image} />
          {albums.length === 0 ? null : (
            <Form action="/images/to-album" class="card stack">
              <h2>{text.addToAlbum}</h2>
              <input type="hidden" name="id" value={image.id} />
              <input type="hidden" name="return" value={addressOf(context)} />
              <SelectField
                label={gallery.album}
                name="into"
                choices={albums.map(({ id, name }) => ({ value: id, label: name }))}
              />
              <button type="submit" class="quiet">
                {text.add}
              </button>
            </Form>
          )}
          <ImageFacts image={image} categoryName={category?.name ?? image.categoryId} />
        </div>
      </div>
    ),
  })
}

/** Changes title and description. */
export async function describe(context: SignedInContext): Promise<Response> {
  const image = await ownImage(context)
  await describeImage(context.services.site, context.actor, image, {
    title: context.form.get('title') ?? '',
    description: (context.form.get('description') ?? '').replaceAll('\r\n', '\n'),
  })
  return goTo(context, addressOf(context), { name: 'imageSaved', about: '' })
}

function ownImage(context: SignedInContext): Promise<Image> {
  return findOwnImage(context.services.site, context.user.id, idOf(context))
}

const Picture = ({ image }: { image: Image }) => {
  const { services, text } = useConsole()
  const { width, height } = image.file
  const { links } = services.site
  return (
    <a class="picture" href={links.direct(image)} target="_blank" rel="noopener">
      <img
        src={links.rendition(image, 'large')}
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
  const values = copyFormats({
    url: links.direct(image),
    pageUrl: links.page(image),
    thumbnailUrl: links.rendition(image, 'thumbnail'),
    title: image.title,
  })
  return (
    <section class="card stack tight">
      <h2>{text.image.copy}</h2>
      {copyFormatNames.map((name) => (
        <CopyField label={text.copyFormat[name]} value={values[name]} />
      ))}
    </section>
  )
}

const DescribeForm = ({ context, image }: { context: SignedInContext; image: Image }) => {
  const { image: text, common } = context.text
  return (
    <Form action={addressOf(context)} class="card stack">
      <h2>{text.describe}</h2>
      <Field
        label={text.title}
        name="title"
        value={context.form.get('title') ?? image.title}
        control={{ maxlength: maxTitleCharacters }}
      />
      <TextField
        label={text.description}
        name="description"
        value={context.form.get('description') ?? image.description}
        control={{ maxlength: maxDescriptionCharacters }}
      />
      <button type="submit">{common.save}</button>
    </Form>
  )
}

const DeleteImage = ({ image }: { image: Image }) => {
  const { query, text: messages } = useConsole()
  const { common, gallery, image: text } = messages
  return (
    <Form action="/images/delete">
      <input type="hidden" name="id" value={image.id} />
      <input type="hidden" name="return" value={returnPath(query.get('return') ?? '/images')} />
      <Confirm label={common.delete} question={gallery.deleteQuestion} confirm={text.deleteThis} />
    </Form>
  )
}
