import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { checkoutWithout } from './checkout-without.ts'
import { serveNewSite } from './served-site.ts'
import { temporaryFolder } from './temporary-folder.ts'

const photograph = Bun.file(join(import.meta.dir, '../../../examples/photograph.jpg'))
const platform = `${process.platform}-${process.arch}`

/** As npm leaves a checkout that it installs with `--omit=optional`, or on a Node that is too old. */
const native = [`@img/sharp-${platform}`, `@img/sharp-libvips-${platform}`]

test.each([
  ['sharp', ['sharp'], []],
  ['the native part of sharp', native, ['sharp']],
])(
  'without %s, the log, readiness and metrics say that no smaller images are made, and nothing of isolation',
  async (_, missing, left) => {
    await using folder = await temporaryFolder()
    const program = await checkoutWithout(missing, { folder: join(folder.path, 'pictoglyph'), left })
    await using site = await serveNewSite({ PICTOGLYPH_SERVICES: 'images,console' }, [program])
    const { server, serving, credentials } = site
    expect(await server.logged('no smaller images are made')).toMatchObject({
      level: 'warn',
      reason: expect.stringMatching(/^sharp can't be loaded: .*sharp/i),
    })
    expect(server.remarks()).not.toContain('isolation')
    const readiness = await (await fetch(new URL('readyz', serving.images))).json()
    expect(readiness.data).toEqual({ status: 'ready', details: { renditions: { kind: 'none' } } })
    const metrics = await (await fetch(new URL('metrics', serving.console))).text()
    expect(metrics).toContain('pictoglyph_rendition_maker{kind="none"} 1\n')
    expect(metrics).not.toContain('pictoglyph_rendition_isolation{kind="none"} 1\n')

    const form = new FormData()
    form.set('categoryId', credentials.categoryId)
    form.set('file', photograph)
    const headers = { Authorization: `Bearer ${credentials.apiKey}` }
    const upload = await fetch(new URL('api/v1/upload', serving.images), {
      method: 'POST',
      headers,
      body: form,
    })
    const { data } = await upload.json()
    const small = await fetch(new URL(`i/${data.id}/thumbnail`, serving.images), { redirect: 'manual' })
    expect([small.status, small.headers.get('location')]).toEqual([302, expect.stringContaining(data.id)])
  },
  60_000,
)
