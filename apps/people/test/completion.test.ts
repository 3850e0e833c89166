import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { completionScript, type Shell } from '../src/completion-script.ts'
import { createClientProgram } from '../src/program.ts'

const name = 'pictoglyph-client'

/** The output of a real shell that has loaded the script at `$SCRIPT`. */
async function inShell(shell: Shell, command: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pictoglyph-completion-'))
  try {
    const script = join(folder, 'script')
    await Bun.write(script, completionScript(shell, await createClientProgram({})))
    const env = { PATH: process.env.PATH, HOME: folder, TERM: 'dumb', SCRIPT: script }
    // Kills a shell that never prints the expected text.
    const ends = { timeout: 30_000, killSignal: 'SIGKILL' } as const
    const child = Bun.spawn(command, { cwd: folder, env, stdin: 'ignore', stderr: 'inherit', ...ends })
    const out = await new Response(child.stdout).text()
    expect(await child.exited).toBe(0)
    return out
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('bash completes commands, options and choices', async () => {
  const complete = (words: string) =>
    `COMP_WORDS=(${name} ${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _pictoglyph_client; echo "\${COMPREPLY[@]}"`
  const lines = ['source "$SCRIPT"', complete('re'), complete('upload --title'), complete('completion p')]
  expect(await inShell('bash', ['bash', '--norc', '-c', lines.join('\n')])).toBe(
    'rehost\n--title --title-from-name\npowershell\n',
  )
})

if (Bun.which('fish') !== null) {
  test('fish completes commands, options and choices', async () => {
    const complete = (words: string) => `complete -C '${name} ${words}' | string split -f 1 \\t`
    const lines = [
      'source $SCRIPT',
      complete('re'),
      complete('upload --title'),
      complete('completion p'),
      'true',
    ]
    const out = await inShell('fish', ['fish', '--no-config', '-c', lines.join('\n')])
    expect(out.split('\n')).toEqual(['rehost', '--title', '--title-from-name', 'powershell', ''])
  })
}

if (Bun.which('zsh') !== null) {
  test.each([
    ['reh', 'rehost'],
    ['upload --title-f', 'upload --title-from-name'],
    ['completion po', 'completion powershell'],
  ])('zsh completes %s at its prompt', async (typed, completed) => {
    const dialogue = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PROMPT='ready:'; unsetopt zle_bracketed_paste; source $SCRIPT"
zpty -r shell seen '*ready:*ready:*'
zpty -w -n shell "${name} ${typed}"$'\\t'
zpty -r shell seen '*${completed.split(' ').at(-1)}*'
print -r -- done`
    expect(await inShell('zsh', ['zsh', '-f', '-c', dialogue])).toBe('done\n')
  })
}
