/** @jsxImportSource hono/jsx */
import { restorableMs } from '@pictoglyph/site/images'
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { addressOf } from '../context/page-address.ts'
import { showPage } from '../page/page.tsx'
import { Confirm } from '../parts/confirm.tsx'
import { Empty } from '../parts/empty.tsx'
import { Form } from '../parts/form.tsx'
import { Pager } from '../parts/pager.tsx'
import { ImageGrid, SelectionChoice } from './image-grid.tsx'
import { imageQueryOf } from './image-query.ts'
import { TakenDownTiles, takenDownOf } from './taken-down-tiles.tsx'

/** The owner's deleted images, to restore or to delete for good. */
export async function showDeleted(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const { gallery } = context.text
  const { quotaBytes } = context.user
  const { ownerId, limit, after } = imageQueryOf(context, context.user.id)
  const { items, next } = await site.database.images.list({
    ...(ownerId !== undefined && { ownerId }),
    ...(after !== undefined && { after }),
    limit,
    deletedAfterMs: site.clock() - restorableMs,
    sort: 'deleted',
  })
  const takenDown = after === undefined ? await takenDownOf(context) : []
  return showPage(context, {
    title: gallery.deletedTitle,
    lead: gallery.deletedLead(quotaBytes === null ? undefined : formatBytes(quotaBytes, context.language)),
    actions: (
      <a class="button quiet" href="/images">
        {gallery.back}
      </a>
    ),
    body: (
      <>
        {items.length === 0 ? (
          <NothingHere isFirst={after === undefined} />
        ) : (
          <Form action="/images/restore" class="stack" data={{ 'data-selection': '' }}>
            <input type="hidden" name="return" value={addressOf(context)} />
            <div class="selection-bar">
              <SelectionChoice hint={gallery.restoreHint} />
              <div class="together selection-actions">
                <button type="submit" class="small">
                  {gallery.restore}
                </button>
                <Confirm
                  label={gallery.purge}
                  question={gallery.purgeQuestion}
                  confirm={gallery.purgeSelected}
                  button={{ formaction: '/images/purge' }}
                />
              </div>
            </div>
            <ImageGrid images={items} linked={false} />
          </Form>
        )}
        <Pager next={next} />
        <TakenDownTiles images={takenDown} />
      </>
    ),
  })
}

const NothingHere = ({ isFirst }: { isFirst: boolean }) => {
  const { gallery } = useConsole().text
  if (!isFirst) return <Empty title={gallery.nothingLeft} />
  return (
    <Empty title={gallery.nothingDeleted}>
      <p>{gallery.nothingDeletedHint}</p>
    </Empty>
  )
}
