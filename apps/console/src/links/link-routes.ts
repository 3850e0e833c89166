import { findOwnImage } from '@pictoglyph/site/images'
import { imageIdIn } from '@pictoglyph/site/images/image-id'
import { endLink, findOwnLink, restoreLink, resumeLink, setLink } from '@pictoglyph/site/links'
import type { PermanentLink } from '@pictoglyph/site/links/link-rows'
import { goTo } from '../context/answers.ts'
import type { SignedInContext } from '../context/console-context.ts'
import { returnPath } from '../context/page-address.ts'
import { showGallery } from '../gallery/gallery-page.tsx'
import { action, type ConsoleRoute, page } from '../routing/route.ts'

/** The gallery of images with a permanent link. */
const linkedPath = '/images?linked=on'

const showLinked = (context: SignedInContext) =>
  showGallery({
    ...context,
    path: '/images',
    query: new URLSearchParams({ linked: 'on' }),
    page: linkedPath,
  })

export const linkRoutes: ConsoleRoute[] = [
  page('/links', (context) => goTo(context, linkedPath)),
  action('/links', { run: set, onRefused: showLinked }),
  action('/links/restore', { run: restore, onRefused: showLinked, page: () => linkedPath }),
  action('/links/end', { run: end, onRefused: showLinked, page: () => linkedPath }),
  action('/links/resume', { run: resume, onRefused: showLinked, page: () => linkedPath }),
]

async function set(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const image = await findOwnImage(site, context.user.id, imageIdIn(context.form.get('image') ?? ''))
  const link = await setLink(site, context.actor, { name: context.form.get('name') ?? '', image })
  return goTo(context, returnPath(context.form.get('return') ?? linkedPath), {
    name: 'linkSet',
    about: link.name,
  })
}

async function restore(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const link = await ownLink(context)
  await restoreLink(site, context.actor, link, Number(context.form.get('number')))
  return goTo(context, linkedPath, { name: 'linkSet', about: link.name })
}

async function end(context: SignedInContext): Promise<Response> {
  const link = await ownLink(context)
  await endLink(context.services.site, context.actor, link)
  const undo = { path: '/links/resume' as const, fields: [['name', link.name] as [string, string]] }
  return goTo(context, linkedPath, { name: 'linkEnded', about: link.name, undo })
}

async function resume(context: SignedInContext): Promise<Response> {
  const link = await ownLink(context)
  await resumeLink(context.services.site, context.actor, link)
  return goTo(context, linkedPath, { name: 'linkSet', about: link.name })
}

function ownLink({ services, user, form }: SignedInContext): Promise<PermanentLink> {
  return findOwnLink(services.site, user.id, form.get('name') ?? '')
}
