/** @jsxImportSource hono/jsx */
import {
  copyFormatNames,
  copyFormats,
  describeImage,
  findOwnImage,
  type Image,
  mostDescriptionCharacters,
  mostTitleCharacters,
} from '@pictoglyph/core'
import { Confirm } from '../parts/confirm.tsx'
import { CopyField } from '../parts/copy-field.tsx'
import { Field, Form, SelectField, TextField } from '../parts/form.tsx'
import { showPage } from '../parts/page.tsx'
import { imageName } from '../parts/shown-name.ts'
import { addressOf } from '../visit/address-of.ts'
import { goTo } from '../visit/answers.ts'
import { idOf } from '../visit/id-of.ts'
import { returnPath } from '../visit/return-path.ts'
import type { MemberVisit } from '../visit/visit.ts'
import { useVisit } from '../visit/visit-context.ts'
import { ImageFacts } from './image-facts.tsx'

/** One image: large, with its links in every form, what is known of it, and its title to change. */
export async function showImage(visit: MemberVisit): Promise<Response> {
  const { site } = visit.services
  const image = await ownImage(visit)
  const [albums, category] = await Promise.all([
    site.database.albums.list(visit.user.id),
    site.database.categories.byId(image.categoryId),
  ])
  const { gallery, image: text } = visit.text
  return showPage(visit, {
    title: imageName(visit.text, image),
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
          <DescribeForm visit={visit} image={image} />
          {albums.length === 0 ? null : (
            <Form action="/images/move" class="card stack">
              <h2>{text.addToAlbum}</h2>
              <input type="hidden" name="id" value={image.id} />
              <input type="hidden" name="return" value={addressOf(visit)} />
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
export async function describe(visit: MemberVisit): Promise<Response> {
  const image = await ownImage(visit)
  await describeImage(visit.services.site, visit.actor, image, {
    title: visit.form.get('title') ?? '',
    description: (visit.form.get('description') ?? '').replaceAll('\r\n', '\n'),
  })
  return goTo(visit, addressOf(visit), { name: 'imageSaved', about: '' })
}

function ownImage(visit: MemberVisit): Promise<Image> {
  return findOwnImage(visit.services.site, visit.user.id, idOf(visit))
}

const Picture = ({ image }: { image: Image }) => {
  const { services, text } = useVisit()
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
  const { services, text } = useVisit()
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

const DescribeForm = ({ visit, image }: { visit: MemberVisit; image: Image }) => {
  const { image: text, common } = visit.text
  return (
    <Form action={addressOf(visit)} class="card stack">
      <h2>{text.describe}</h2>
      <Field
        label={text.title}
        name="title"
        value={visit.form.get('title') ?? image.title}
        control={{ maxlength: mostTitleCharacters }}
      />
      <TextField
        label={text.description}
        name="description"
        value={visit.form.get('description') ?? image.description}
        control={{ maxlength: mostDescriptionCharacters }}
      />
      <button type="submit">{common.save}</button>
    </Form>
  )
}

const DeleteImage = ({ image }: { image: Image }) => {
  const { query, text: catalogue } = useVisit()
  const { common, gallery, image: text } = catalogue
  return (
    <Form action="/images/delete">
      <input type="hidden" name="id" value={image.id} />
      <input type="hidden" name="return" value={returnPath(query.get('return') ?? '/images')} />
      <Confirm label={common.delete} question={gallery.deleteQuestion} confirm={text.deleteThis} />
    </Form>
  )
}
