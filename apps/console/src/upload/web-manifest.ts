import type { ConsoleContext } from '../context/console-context.ts'

/** Lets a phone install the console and share pictures with it (W3C Web App Manifest, Web Share Target). */
export async function showManifest(context: ConsoleContext): Promise<Response> {
  const { icon, installIcons } = await context.services.assets.built()
  const manifest = {
    id: '/',
    name: 'Pictoglyph',
    short_name: 'Pictoglyph',
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
