/** Why this machine can't isolate a command, in bubblewrap's own words; `undefined` if it can. */
export const noIsolation: string | undefined = await reason()

async function reason(): Promise<string | undefined> {
  const program = Bun.which('bwrap')
  if (program === null) return 'bwrap is not installed.'
  const bound = ['--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev']
  const tried = Bun.spawn([program, '--unshare-all', ...bound, 'true'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = (await new Response(tried.stderr).text()).trim()
  const code = await tried.exited
  if (code === 0) return undefined
  return said === '' ? `bwrap ended with ${code}.` : said
}
