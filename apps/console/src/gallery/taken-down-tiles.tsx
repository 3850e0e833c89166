/** @jsxImportSource hono/jsx */
import type { Image, TakenDown } from '@pictoglyph/site/language/records'
import { type SignedInContext, useConsole } from '../context/console-context.ts'
import { imageName } from '../parts/shown-name.ts'
import type { Messages } from '../text/messages.ts'

const maxTiles = 60

/** The owner's images that operators have taken down, newest first, up to one page. */
export async function takenDownOf({ services, user }: SignedInContext): Promise<readonly Image[]> {
  const query = { ownerId: user.id, isTakenDown: true, limit: maxTiles }
  return (await services.site.database.images.list(query)).items
}

/** Why an image was taken down. */
export const reasonOf = (text: Messages, { reason, isWithOwner }: TakenDown): string =>
  isWithOwner ? text.takenDown.withAccount : reason

/** A grey tile for each image, without the picture: it tells the owner which image it is, and why it is gone. */
export const TakenDownTiles = ({ images }: { images: readonly Image[] }) => {
  const { text } = useConsole()
  if (images.length === 0) return null
  return (
    <section class="stack taken-down" aria-labelledby="taken-down">
      <h2 id="taken-down">{text.takenDown.title}</h2>
      <p class="hint">{text.takenDown.hint}</p>
      <ul class="plain-list stack">
        {images.map((image) => (
          <li class="card">
            <strong dir="auto">{imageName(text, image)}</strong>
            <p class="muted" dir="auto">
              {image.takenDown && text.takenDown.because(reasonOf(text, image.takenDown))}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
