/** How often a request asks the database and waits, which is what a distance to it is paid for. */
import { expect, test } from 'bun:test'
import { createVisitor } from '@pictoglyph/console/test/visitor'
import { openFaultyLink } from '@pictoglyph/site/test/services/faulty-link'
import { uploadImage } from '../site/image-client.ts'
import { sampleImage } from '../site/sample-image.ts'
import { startReplicas } from './replicas.ts'
import { hasServices, newParts } from './shared-services.ts'

/** Turns of each request. What is reached is kept: lower a number when it can be, and say why if one rises. */
const most = { upload: 10, gallery: 4, 'image page': 6, 'sign-in': 11, link: 1 }

if (hasServices) {
  test('no request asks the database more often than is known', async () => {
    const parts = await newParts()
    const server = new URL(parts.databaseUrl)
    await using link = openFaultyLink({ hostname: server.hostname, port: Number(server.port) })
    server.host = `${link.hostname}:${link.port}`
    await using replicas = await startReplicas({ ...parts, databaseUrl: server.href }, { count: 1 })
    const { first, credentials } = replicas
    link.delayMs = 4
    let seed = 1
    let id = ''
    const url = first.urls.console.replace('127.0.0.1', 'localhost')
    const visitor = createVisitor({ url })
    await visitor.signIn(credentials.userName, credentials.password)

    async function turnsOf(request: () => Promise<{ status: number }>, expected = 200): Promise<number> {
      const before = link.turns
      const { status } = await request()
      const turns = link.turns - before
      expect(status).toBe(expected)
      return turns
    }
    async function signInTurns(): Promise<number> {
      const stranger = createVisitor({ url })
      const { userName: name, password } = credentials
      const body = new URLSearchParams({ csrf: await stranger.token(), name, password })
      return turnsOf(() => stranger.send('/sign-in', { method: 'POST', body }), 303)
    }
    const requests: Record<keyof typeof most, () => Promise<number>> = {
      upload: () =>
        turnsOf(async () => {
          const answer = await uploadImage(first, credentials, sampleImage(seed++))
          id = answer.id ?? ''
          return answer
        }),
      link: () => turnsOf(() => fetch(`${first.urls.images}/i/${id}`)),
      'sign-in': signInTurns,
      gallery: () => turnsOf(() => visitor.get('/images')),
      'image page': () => turnsOf(() => visitor.get(`/images/${id}`)),
    }
    for (const [name, request] of Object.entries(requests)) {
      const turns: number[] = []
      // The first prepares statements, and some meet with what is done every few seconds.
      for (let time = 0; time < 8; time += 1) turns.push(await request())
      expect(Math.min(...turns), name).toBeLessThanOrEqual(most[name as keyof typeof most])
    }
  }, 60_000)
}
