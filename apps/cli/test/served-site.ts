import { type RunningCommand, startPictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** What the first start of a site tells. */
interface Credentials {
  userName: string
  password: string
  apiKey: string
  categoryId: string
}

/** All services of a new site, served by the command. */
export interface ServedSite extends AsyncDisposable {
  readonly variables: Record<string, string>
  readonly server: RunningCommand
  /** The addresses, each with a slash at its end. */
  readonly serving: { images: string; text: string; console: string }
  readonly credentials: Credentials
}

/**
 * Serves a new site on free ports until it is disposed of.
 * @param command runs Pictoglyph, if it is not this checkout's own command
 */
export async function serveNewSite(
  more: Record<string, string> = {},
  [program, ...words]: string[] = [],
): Promise<ServedSite> {
  await using opened = new AsyncDisposableStack()
  const { path: directory } = opened.use(await temporaryFolder())
  const variables = {
    PICTOGLYPH_DATA_DIR: directory,
    PICTOGLYPH_IMAGES_PORT: '0',
    PICTOGLYPH_TEXT_PORT: '0',
    PICTOGLYPH_CONSOLE_PORT: '0',
    ...more,
  }
  const server = opened.use(startPictoglyph(variables, [...words, 'serve', '--json'], program))
  const credentials = JSON.parse(await server.printed(/^(\{"userName".*\})$/m))
  const { serving } = JSON.parse(await server.printed(/^(\{"serving".*\})$/m))
  const held = opened.move()
  return { variables, server, serving, credentials, [Symbol.asyncDispose]: () => held.disposeAsync() }
}
