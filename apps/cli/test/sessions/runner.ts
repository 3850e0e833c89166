/* Runs the command again and again in one process, each time as it runs alone, with the words that it is sent. */

const ended = '\u001e'

let runs = 0
process.setMaxListeners(0)
process.stdout.setMaxListeners(0)
process.stderr.setMaxListeners(0)

process.on('message', async (line: string[]) => {
  const isVariable = (word: string) => /^[A-Z_]+=/.test(word)
  const variables = line.filter(isVariable).map((word) => word.split('=', 2))
  const before = { ...process.env }
  for (const [name = '', value] of variables) process.env[name] = value
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...line.filter((word) => !isVariable(word)))
  process.exitCode = 0
  runs += 1
  await import(`../../src/main.ts?run=${runs}`)
  const code = Number(process.exitCode)
  process.exitCode = 0
  for (const [name = ''] of variables) delete process.env[name]
  Object.assign(process.env, before)
  process.stdout.write(ended)
  process.stderr.write(ended)
  process.send?.(code)
})
process.send?.('ready')
