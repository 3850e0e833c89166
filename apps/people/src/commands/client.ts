import { createHash } from 'node:crypto'
import {
  clientConfigurations,
  findClientConfiguration,
} from '@pictoglyph/site/client-kit/client-configurations'
import { isWellFormedApiKey } from '@pictoglyph/site/keys/key-gate'
import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { Command } from 'commander'
import { requireApiKey } from '../api-key.ts'
import type { PeopleContext } from '../people-context.ts'
import { printText } from '../print.ts'

const withoutCategory =
  'It names no category: uploads go to the one that the key has by default. Should it have none, give --category.'

interface ClientOptions {
  key?: string
  category?: string
  url?: string
  json?: boolean
}

/** `client`: settings for other programs that upload to this site. */
export function clientCommand(context: PeopleContext): Command[] {
  return [
    new Command('client')
      .description(
        'Prints a ready-made configuration of another program; without a name, lists what there is.',
      )
      .argument('[name]', 'the program, such as ShareX or PicGo, in any case')
      .option('--key <key>', 'API key (default: PICTOGLYPH_KEY)')
      .option('--category <id>', "the images' category (default: that of the key)")
      .option('--url <address>', 'base address of the image service (default: PICTOGLYPH_IMAGES_URL)')
      .option('--json', 'print JSON')
      .action((name: string | undefined, options: ClientOptions) => show(context, name, options)),
  ]
}

function show(context: PeopleContext, name: string | undefined, options: ClientOptions): void {
  const settings = context.settings()
  const key = options.key ?? settings.key
  const all = clientConfigurations({
    imagesUrl: options.url ?? settings.imagesUrl,
    key: key ?? '',
    categoryId: options.category ?? null,
  })
  const output = context.output(options.json)
  if (name === undefined) {
    const rows = all.map(({ id, name, fileName }) => ({ id, name, file: fileName }))
    output.list(rows, ['id', 'name', 'file'])
    return
  }
  const configuration = findClientConfiguration(all, name)
  if (configuration === undefined) {
    const known = all.map(({ name }) => name).join(', ')
    throw badRequest(message('There is nothing for "{name}". Known: {known}.', { name, known }))
  }
  const whole = requireApiKey(key)
  if (!isWellFormedApiKey({ createSha256: () => createHash('sha256') }, whole)) {
    throw badRequest(
      message('This is not a whole API key: letters of it are missing or mistyped. Copy it once more.'),
    )
  }
  if (options.json) {
    output.record(configuration)
    return
  }
  printText(configuration.content)
  for (const [index, step] of configuration.steps.en.entries()) output.remark(`${index + 1}. ${step}`)
  if (options.category === undefined) output.remark(withoutCategory)
}
