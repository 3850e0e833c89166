import { expect, test } from 'bun:test'
import { openBehindNginx } from './behind-nginx.ts'
import { findNginx } from './nginx-program.ts'

/** Whether a client that speaks one version of TLS alone is answered. It offers every cipher, old ones too. */
async function speaks(port: number, version: string): Promise<boolean> {
  const client = Bun.spawn(
    ['openssl', 's_client', `-${version}`, '-cipher', 'ALL:@SECLEVEL=0', '-connect', `127.0.0.1:${port}`],
    { stdin: new Blob([]), stdout: 'ignore', stderr: 'ignore' },
  )
  return (await client.exited) === 0
}

// `left-out.ts` says so where it is missing.
const nginx = findNginx()
if (nginx !== null) {
  test('behind nginx a text that is too long by far is refused by the service, in words that programs read', async () => {
    await using site = await openBehindNginx(nginx)
    const answer = await site.ask('text', '/api/public/encrypt', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ text: 'x'.repeat(4_000_000), charsetId: 'roar', algorithmId: 'classic' }),
    })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([400, '*'])
    expect(await answer.json()).toMatchObject({ ok: false, error: { code: 'BAD_REQUEST' } })
  })

  test('behind nginx a file is refused by the service too, whatever its size', async () => {
    await using site = await openBehindNginx(nginx)
    const body = new FormData()
    body.append('file', new Blob([new Uint8Array(4_000_000)]), 'x.png')
    const answer = await site.ask('img', '/api/v1/upload', { method: 'POST', body })
    expect(await answer.json()).toMatchObject({ ok: false, error: { code: 'UNAUTHORIZED' } })
  })

  test('nginx leads from http to https, with the whole address', async () => {
    await using site = await openBehindNginx(nginx)
    const address = `http://127.0.0.1:${site.plainPort}/i/abc.png?download=1`
    const answer = await fetch(address, { headers: { Host: 'img.example.org' }, redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      301,
      'https://img.example.org/i/abc.png?download=1',
    ])
  })

  test('nginx as it is shipped speaks TLS 1.2 and 1.3, and nothing older', async () => {
    await using site = await openBehindNginx(nginx, { hasTls: true })
    const versions = ['tls1', 'tls1_1', 'tls1_2', 'tls1_3']
    const spoken = await Promise.all(versions.map((version) => speaks(site.port, version)))
    expect(spoken).toEqual([false, false, true, true])
  })
}
