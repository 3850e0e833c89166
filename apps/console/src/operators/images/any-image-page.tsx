/** @jsxImportSource hono/jsx */

import { findImage } from '@pictoglyph/site/images'
import { isRaster } from '@pictoglyph/site/images/rendition-sizes'
import { isRestorable } from '@pictoglyph/site/images/take-down'
import type { Image } from '@pictoglyph/site/language/records'
import { Icon } from '@pictoglyph/web/page/icon'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { addressOf, idOf, returnPath } from '../../context/page-address.ts'
import { Fact, ImageFacts } from '../../gallery/image-facts.tsx'
import { reasonOf } from '../../gallery/taken-down-tiles.tsx'
import { showPage } from '../../page/page.tsx'
import { Form } from '../../parts/form.tsx'
import { Count, Time } from '../../parts/numbers-and-times.tsx'
import { imageName } from '../../parts/shown-name.ts'
import { TakeDownPanel } from './take-down-panel.tsx'

const maxCountedCopies = 10_000

/** Any user's image: its owner, the number of other images with the same bytes, and a form to take it down. */
export async function showAnyImage(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const image = await findImage(site, idOf(context))
  const [categories, copies = 1, key] = await Promise.all([
    site.database.categories.list(),
    site.database.images.count({ addresses: [image.file.address] }, maxCountedCopies),
    image.keyId === null ? undefined : site.database.keys.byId(image.keyId),
  ])
  const category = categories.find(({ id }) => id === image.categoryId)
  const { allImages: text, image: imageText } = context.text
  const isLive = image.deletedAtMs === null
  return showPage(context, {
    title: imageName(context.text, image),
    lead:
      image.takenDown !== null
        ? context.text.takenDown.because(reasonOf(context.text, image.takenDown))
        : image.deletedAtMs === null
          ? text.ownedBy(image.ownerName)
          : text.isDeleted,
    actions: (
      <>
        <a class="button quiet" href={returnPath(context.query.get('return') ?? '/all-images')}>
          {text.back}
        </a>
        {isLive ? (
          <a class="button quiet" href={site.links.page(image)} target="_blank" rel="noopener">
            <Icon name="open" />
            {imageText.publicPage}
          </a>
        ) : null}
        <Act image={image} isRestorable={isRestorable(image, site.clock())} />
      </>
    ),
    body: (
      <div class="detail">
        <Picture image={image} />
        <div class="stack detail-side">
          <section class="card">
            <h2>{text.whose}</h2>
            <dl class="facts">
              <Fact term={text.owner}>
                <a dir="auto" href={`/all-images?owner=${encodeURIComponent(image.ownerName)}`}>
                  {image.ownerName}
                </a>
              </Fact>
              {image.deletedAtMs === null ? null : (
                <Fact term={image.takenDown === null ? text.deletedAt : context.text.takenDown.at}>
                  <Time atMs={image.takenDown?.atMs ?? image.deletedAtMs} />
                </Fact>
              )}
              <Fact term={text.copiesOfBytes}>
                <a href={`/all-images?sha256=${image.file.address}`}>
                  <Count of={copies} /> {context.text.gallery.images(copies)}
                </a>
              </Fact>
              <Fact term={text.sha256}>
                <code class="long">{image.file.address}</code>
              </Fact>
              {image.description === '' ? null : (
                <Fact term={imageText.description}>
                  <span dir="auto" class="lines">
                    {image.description}
                  </span>
                </Fact>
              )}
            </dl>
          </section>
        </div>
        <ImageFacts image={image} categoryName={category?.name ?? image.categoryId} sentWith={key} />
      </div>
    ),
  })
}

const Act = ({ image, isRestorable: restorable }: { image: Image; isRestorable: boolean }) => {
  const context = useConsole()
  const { allImages: text } = context.text
  const isTakenDown = image.takenDown !== null
  return (
    <>
      {image.deletedAtMs !== null && restorable ? (
        <Form action="/all-images/restore">
          <input type="hidden" name="id" value={image.id} />
          <input type="hidden" name="return" value={addressOf(context)} />
          <button type="submit">{isTakenDown ? context.text.takenDown.putBackThis : text.restoreThis}</button>
        </Form>
      ) : null}
      <Form action="/all-images/take-down">
        <input type="hidden" name="id" value={image.id} />
        <input type="hidden" name="return" value={addressOf(context)} />
        <TakeDownPanel confirm={text.takeDownThis} />
      </Form>
    </>
  )
}

const Picture = ({ image }: { image: Image }) => {
  const { services, text } = useConsole()
  const { links } = services.site
  const { width, height, frames } = image.file
  const shared = { width, height, decoding: 'async' } as const
  const alt = imageName(text, image)
  if (image.deletedAtMs !== null) {
    return (
      <span class="picture">
        {isRaster(image.file) ? <img {...shared} alt={alt} src={`/all-images/${image.id}/picture`} /> : null}
      </span>
    )
  }
  return (
    <a class="picture" href={links.direct(image)} target="_blank" rel="noopener">
      <img {...shared} alt={alt} src={frames > 1 ? links.direct(image) : links.rendition(image, 'large')} />
    </a>
  )
}
