/** @jsxImportSource hono/jsx */
import { maxSelected } from '@pictoglyph/site/language/list-limits'
import { PictureViewer } from '@pictoglyph/web/page/picture-viewer'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { addressOf } from '../../context/page-address.ts'
import { ImageGrid, SelectionChoice } from '../../gallery/image-grid.tsx'
import { showPage } from '../../page/page.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Form } from '../../parts/form.tsx'
import { Pager } from '../../parts/pager.tsx'
import { moderationTabs } from '../moderation/moderation-tabs.tsx'
import { AllImagesFilter } from './all-images-filter.tsx'
import { allImagesQueryOf } from './all-images-query.ts'
import { TakeDownPanel } from './take-down-panel.tsx'

/** The images of all users, newest first, to find images and take them down. */
export async function showAllImages(context: SignedInContext): Promise<Response> {
  const { site, renditions } = context.services
  const { database, clock } = site
  const { allImages: text } = context.text
  const { query, owner, isUnknownOwner } = await allImagesQueryOf(context, context.query)
  const { limit: _, after: __, ...all } = query
  const isNarrowed = Object.keys(all).length > 0
  const [images, matches, categories] = await Promise.all([
    isUnknownOwner ? { items: [], next: null } : database.images.list(query),
    isNarrowed
      ? database.images.count(all, maxSelected + 1)
      : database.images.totals().then(({ images }) => images),
    database.categories.list(),
  ])
  const isDeleted = query.deletedAfterMs !== undefined || query.isTakenDown === true
  const placeholders = isDeleted ? undefined : await renditions?.placeholders(images.items)
  return showPage(context, {
    title: owner === undefined ? text.title : text.titleOf(owner.name),
    lead: isDeleted ? text.leadDeleted : text.lead,
    tabs: await moderationTabs(context),
    body: (
      <>
        <div class="gallery-tools">
          <AllImagesFilter categories={categories} />
        </div>
        {images.items.length === 0 ? (
          <NothingFound isUnknownOwner={isUnknownOwner} hasMore={images.next !== null} />
        ) : (
          <Form
            action={isDeleted ? '/all-images/restore' : '/all-images/take-down'}
            id="selection"
            class="stack gallery roomy"
            data={{ 'data-selection': '', 'data-viewed': '' }}
          >
            <input type="hidden" name="return" value={addressOf(context)} />
            <input type="hidden" name="asOf" value={String(clock())} />
            <div class="selection-bar">
              <SelectionChoice hint={text.selectHint} matches={matches && Math.min(matches, maxSelected)} />
              <div class="together selection-actions">
                {isDeleted ? (
                  <button type="submit" class="small">
                    {text.restoreSelected}
                  </button>
                ) : (
                  <TakeDownPanel confirm={text.takeDownSelected} />
                )}
              </div>
            </div>
            <ImageGrid
              images={images.items}
              placeholders={placeholders}
              linked={true}
              of="everyone"
              hasDays={true}
            />
          </Form>
        )}
        <Pager next={images.next} />
        <PictureViewer language={context.language} canChange={false} />
      </>
    ),
  })
}

const NothingFound = ({ isUnknownOwner, hasMore }: { isUnknownOwner: boolean; hasMore: boolean }) => {
  const { query, text } = useConsole()
  const { gallery, allImages } = text
  if (hasMore) return <Empty title={gallery.nothingHere} />
  if (isUnknownOwner) return <Empty title={allImages.noSuchOwner(query.get('owner') ?? '')} />
  return <Empty title={query.has('after') ? gallery.nothingLeft : gallery.nothingFound} />
}
