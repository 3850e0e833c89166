/** Needs no container engine and no rights over namespaces, but root. */
const environment = { ...process.env, BUILDAH_ISOLATION: 'chroot', STORAGE_DRIVER: 'vfs' }

/** Runs buildah and gives what it prints, without the last line end. @throws {Error} with its messages */
export const buildah = async (words: string[]): Promise<string> => (await run(['buildah', ...words])).trim()

/** Starts a command in a container of buildah's, and leaves it running. */
export const startInContainer = (words: string[]) =>
  Bun.spawn(['buildah', 'run', ...words], { env: environment, stdout: 'pipe', stderr: 'inherit' })

/** Runs a command and gives what it prints. @throws {Error} with its messages where it fails */
export async function run(command: string[]): Promise<string> {
  const child = Bun.spawn(command, { env: environment, stdout: 'pipe', stderr: 'pipe' })
  const [printed, messages, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${messages.slice(-4_000)}`)
  return printed
}
