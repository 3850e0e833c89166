import type { ConsoleContext } from '../context/console-context.ts'
import { siteNameOf } from '../context/site-name.ts'
import { type ConsoleRoute, openPage, page, streamedAction } from '../routing/route.ts'
import { receiveShared } from './receive-shared.ts'
import { receiveUpload } from './receive-upload.ts'
import { showShared } from './shared-page.tsx'
import { showUpload } from './upload-page.tsx'

export const uploadRoutes: ConsoleRoute[] = [
  page('/upload', showUpload),
  streamedAction('/upload', receiveUpload),
  page('/share', (context) => showShared(context)),
  streamedAction('/share', receiveShared),
  openPage('/manifest.webmanifest', showManifest),
]

/** Lets a phone install the console and share pictures with it (W3C Web App Manifest, Web Share Target). */
async function showManifest(context: ConsoleContext): Promise<Response> {
  const { icon, installIcons } = await context.services.assets.built()
  const name = siteNameOf(context)
  const manifest = {
    id: '/',
    name,
    short_name: name,
    lang: context.language,
    start_url: '/images',
    scope: '/',
    display: 'standalone',
    background_color: '#f5f6f6',
    theme_color: '#00694f',
    icons: [
      { src: `/assets/${icon.name}`, type: icon.type, sizes: 'any' },
      ...installIcons.map(({ name, type, side, purpose }) => {
        return { src: `/assets/${name}`, type, sizes: `${side}x${side}`, purpose }
      }),
    ],
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'files', accept: ['image/*'] }] },
    },
  }
  return new Response(JSON.stringify(manifest), { headers: { 'Content-Type': 'application/manifest+json' } })
}
