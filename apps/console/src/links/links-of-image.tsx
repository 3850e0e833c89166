/** @jsxImportSource hono/jsx */
import type { Image } from '@pictoglyph/site/language/records'
import type { PermanentLink, ShownTarget } from '@pictoglyph/site/links/link-rows'
import { useConsole } from '../context/console-context.ts'
import { addressOf } from '../context/page-address.ts'
import { CopyField } from '../parts/copy-field.tsx'
import { Field, Form } from '../parts/form.tsx'
import { HiddenName } from '../parts/hidden-name.tsx'
import { LinkStrip } from './link-list.tsx'

/** The owner's links to an image, as a section of its page, and a form for another one. */
export const LinksOfImage = (props: {
  image: Image
  links: readonly PermanentLink[]
  strips: ReadonlyMap<string, readonly ShownTarget[]>
}) => {
  const context = useConsole()
  const { image, links, strips } = props
  const { text, services } = context
  return (
    <section class="card stack tight">
      <h2>{text.link.section}</h2>
      {links.map((link) => (
        <div class="stack tight">
          <CopyField label={link.name} value={services.site.links.named(link.name)} />
          <LinkStrip link={link} targets={strips.get(link.name) ?? []} />
          <details>
            <summary>
              {text.link.change}
              <HiddenName name={link.name} />
            </summary>
            <Form action="/links" class="stack tight">
              <input type="hidden" name="name" value={link.name} />
              <input type="hidden" name="return" value={addressOf(context)} />
              <Field
                label={text.link.image}
                hint={text.link.imageHint}
                name="image"
                control={{ required: true }}
              />
              <div>
                <button type="submit" class="quiet small">
                  {text.link.change}
                  <HiddenName name={link.name} />
                </button>
              </div>
            </Form>
          </details>
        </div>
      ))}
      <details>
        <summary>{text.link.set}</summary>
        <Form action="/links" class="stack tight">
          <input type="hidden" name="image" value={image.id} />
          <input type="hidden" name="return" value={addressOf(context)} />
          <Field
            label={text.link.name}
            hint={text.link.nameHint}
            name="name"
            control={{ required: true, maxlength: 64 }}
          />
          <div>
            <button type="submit" class="quiet small">
              {text.link.set}
            </button>
          </div>
        </Form>
      </details>
      {links.length === 0 ? null : <a href="/images?linked=on">{text.link.all}</a>}
    </section>
  )
}
