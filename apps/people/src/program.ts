import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { withoutTrailingSlashes } from '@pictoglyph/site/language/trailing-slashes'
import { Command } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { fillProgram } from './fill-program.ts'
import { createOutput } from './output.ts'
import { peopleCommands } from './people-commands.ts'
import type { PeopleContext, PeopleSettings } from './people-context.ts'

/** The `pictoglyph-client` command: with what `words` need of all that it can do. */
export async function createClientProgram(
  environment: Readonly<Record<string, string | undefined>>,
  words: readonly string[] = [],
): Promise<Command> {
  const program = new Command('pictoglyph-client')
    .description(packageJson.description)
    .version(packageJson.version)
    .showHelpAfterError('Add --help for what there is.')
  const context: PeopleContext = {
    program: 'pictoglyph-client',
    settings: () => readSettings(environment),
    output: (asJson) => createOutput(asJson === true),
  }
  const examples = async () => (await import('./help-examples.ts')).peopleExamples
  await fillProgram(program, words, { loaders: peopleCommands, context, examples })
  return program
}

/** Default address, for a service on the same machine. */
const usualAddress = 'http://localhost:8080'

/** Reads the settings from the environment. @throws {Failure} BAD_REQUEST for an invalid address */
function readSettings(environment: Readonly<Record<string, string | undefined>>): PeopleSettings {
  const imagesUrl = environment.PICTOGLYPH_IMAGES_URL || usualAddress
  if (!/^https?:$/.test(URL.parse(imagesUrl)?.protocol ?? '')) {
    throw badRequest(
      message('PICTOGLYPH_IMAGES_URL is not an http or https address: {imagesUrl}', { imagesUrl }),
    )
  }
  return { imagesUrl: withoutTrailingSlashes(imagesUrl), key: environment.PICTOGLYPH_KEY || undefined }
}
