import { expect, test } from 'bun:test'
import { badRequest } from '@pictoglyph/site/language/failure'
import { verbatim } from '@pictoglyph/site/language/message'
import { createConsoleApp } from '../src/console-app.ts'
import { consoleOptions } from './support/console-options.ts'
import { startConsole } from './support/console-under-test.ts'

test('where a page of a problem has only English to tell, it is marked as English', async () => {
  await using testConsole = await startConsole()
  const app = createConsoleApp(consoleOptions(testConsole))
  app.get('/refused', () => {
    throw badRequest(verbatim('the driver was out of <ink>'))
  })
  await using server = Bun.serve({ port: 0, fetch: (request, server) => app.fetch(request, server) })
  const answer = await fetch(`${server.url}refused`, { headers: { 'Accept-Language': 'zh-CN' } })
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain('：<span lang="en">the driver was out of &lt;ink&gt;</span>')
})
