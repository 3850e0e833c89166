import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { consoleRoutes } from '../../src/console-routes.ts'

/** It needs an authenticator; the browser tests have one. */
const left = ['POST /account/second-factor/passkey']

test('the recorded tours visit every route of the console, and not only where it refuses', async () => {
  const folder = fileURLToPath(new URL('.', import.meta.url))
  const tours = (await readdir(folder)).filter((name) => name.endsWith('.txt'))
  const texts = await Promise.all(tours.map((name) => Bun.file(folder + name).text()))
  const answered = new Set<string>()
  const step = /^# [^:]+: ([A-Z]+) ([^\s?]+).*→ [23]\d\d(?! \/sign-in\?)/gm
  for (const [, method = '', path = ''] of texts.join('\n').matchAll(step)) answered.add(method + path)
  const missed = consoleRoutes
    .map(({ method, path }) => ({ method, path, pattern: `^${method}${path.replace(/:\w+/g, '[^/]+')}$` }))
    .filter(({ pattern }) => ![...answered].some((address) => new RegExp(pattern).test(address)))
  expect(missed.map(({ method, path }) => `${method} ${path}`)).toEqual(left)
})
