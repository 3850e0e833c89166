/** @jsxImportSource hono/jsx */
import { restorableMs } from '@pictoglyph/core'
import { Empty } from '../parts/empty.tsx'
import { Form } from '../parts/form.tsx'
import { showPage } from '../parts/page.tsx'
import { Pager } from '../parts/pager.tsx'
import type { MemberVisit } from '../visit/visit.ts'
import { ImageGrid } from './image-grid.tsx'
import { imageQueryOf } from './image-query.ts'
import { SelectionChoice } from './selection-choice.tsx'

/** What the owner has deleted within the last week, to be brought back. */
export async function showDeleted(visit: MemberVisit): Promise<Response> {
  const { site } = visit.services
  const { gallery } = visit.text
  const { items, next } = await site.database.images.list({
    ...imageQueryOf(visit.query, visit.user.id),
    deletedAfterMs: site.clock() - restorableMs,
  })
  return showPage(visit, {
    title: gallery.deletedTitle,
    lead: gallery.deletedLead,
    actions: (
      <a class="button quiet" href="/images">
        {gallery.back}
      </a>
    ),
    body:
      items.length === 0 ? (
        <Empty title={gallery.nothingDeleted}>
          <p>{gallery.nothingDeletedHint}</p>
        </Empty>
      ) : (
        <Form action="/images/restore" class="stack" data={{ 'data-selection': '' }}>
          <div class="selection-bar">
            <SelectionChoice />
            <button type="submit" class="small">
              {gallery.restore}
            </button>
          </div>
          <ImageGrid images={items} linked={false} />
          <Pager next={next} />
        </Form>
      ),
  })
}
