/** @jsxImportSource hono/jsx */
import { findOwnDeletedImage } from '@pictoglyph/site/images'
import { Failure, type FailureFacts } from '@pictoglyph/site/language/failure'
import type { Image } from '@pictoglyph/site/language/records'
import { frameClass, GridPicture, GridTile } from '@pictoglyph/web/page/image-grid'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { addressOf } from '../context/page-address.ts'
import { CopyLinks } from '../gallery/bulk-actions.tsx'
import { ImageGrid, SelectionChoice } from '../gallery/image-grid.tsx'
import { showPage } from '../page/page.tsx'
import { FailureMessage } from '../parts/failure-message.tsx'
import { Form } from '../parts/form.tsx'

/**
 * The images that a phone has shared, for their owner to keep or leave. The others stay deleted until they are deleted
 * for good. Kept ones, and earlier duplicates, have their links here.
 */
export async function showShared(
  context: SignedInContext,
  refusals: readonly FailureFacts[] = [],
): Promise<Response> {
  const { share } = context.text
  const { links } = context.services.site
  const named = context.query.getAll('id').slice(0, maxShown)
  const found = await Promise.all(named.map((id) => findWaiting(context, id)))
  const waiting = found.filter((image) => image !== undefined)
  const kept = await keptImages(context, named)
  return showPage(context, {
    title: share.title,
    lead: leadOf(context, waiting.length, kept.length),
    status: refusals.length > 0 && named.length === 0 ? 400 : 200,
    body: (
      <div class="stack">
        {refusals.map((facts) => (
          <div class="message bad" role="alert">
            <p>
              <FailureMessage of={facts} />
            </p>
          </div>
        ))}
        {kept.length > 0 ? <KeptImages images={kept} /> : null}
        {waiting.length === 0 ? (
          <p>
            <a class="button quiet" href="/images">
              {share.toGallery}
            </a>
          </p>
        ) : (
          <Form action="/images/restore" class="stack gallery dense">
            <input type="hidden" name="return" value={addressOf({ path: '/share', query: context.query })} />
            <ul class="grid">
              {waiting.map((image) => (
                <GridTile image={image}>
                  <div class={frameClass(image)}>
                    <GridPicture image={image} alt="" links={links} src={`/images/deleted/${image.id}`} />
                  </div>
                  <input type="hidden" name="id" value={image.id} />
                </GridTile>
              ))}
            </ul>
            <div class="together">
              <button type="submit">{share.keep(waiting.length)}</button>
              <a class="button quiet" href="/images">
                {share.leave}
              </a>
            </div>
            <p class="hint">{share.hint}</p>
          </Form>
        )}
      </div>
    ),
  })
}

/** The kept images with their links, which are why one shared them. */
const KeptImages = ({ images }: { images: readonly Image[] }) => {
  const { share } = useConsole().text
  return (
    <Form action="/images/links" class="stack gallery dense" data={{ 'data-selection': '' }}>
      <div class="selection-bar">
        <SelectionChoice hint={share.linksHint} />
        <div class="together selection-actions">
          <CopyLinks />
        </div>
      </div>
      <ImageGrid images={images} linked={true} selected={true} />
    </Form>
  )
}

function leadOf({ text }: SignedInContext, waiting: number, kept: number): string {
  if (waiting > 0) return text.share.lead(waiting)
  return kept > 0 ? text.share.inGallery(kept) : text.share.nothing
}

async function keptImages({ services, user }: SignedInContext, ids: readonly string[]): Promise<Image[]> {
  const found = await Promise.all(ids.map((id) => services.site.database.images.byId(id)))
  return found.filter((image) => image?.ownerId === user.id) as Image[]
}

const maxShown = 100

async function findWaiting({ services, user }: SignedInContext, id: string): Promise<Image | undefined> {
  try {
    return await findOwnDeletedImage(services.site, user.id, id)
  } catch (error) {
    if (error instanceof Failure && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
