/** What a program did. */
export interface CommandResult {
  exitCode: number
  stdout: string
  stderr: string
}

/** Runs a program to its end, without the environment's own Pictoglyph settings. */
export async function runCommand(
  command: readonly string[],
  options: { cwd?: string; path?: string; variables?: Record<string, string> } = {},
): Promise<CommandResult> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PICTOGLYPH_'))
  const child = Bun.spawn([...command], {
    env: {
      ...Object.fromEntries(inherited),
      ...options.variables,
      ...(options.path && { PATH: options.path }),
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    ...(options.cwd && { cwd: options.cwd }),
  })
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { exitCode, stdout, stderr }
}
