import { badRequest, clientConfigurations, findClientConfiguration, message } from '@pictoglyph/core'
import { Command } from 'commander'
import type { CommandContext } from '../command-context.ts'

const withoutCategory =
  'It names no category: uploads go to the one that the key has by default. Should it have none, give --category.'

interface ClientOptions {
  key?: string
  category?: string
  url?: string
  json?: boolean
}

/** `client`: how to make other programs upload to this site. */
export function clientCommand(context: CommandContext): Command[] {
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

function show(context: CommandContext, name: string | undefined, options: ClientOptions): void {
  const { clientKey, services } = context.configuration()
  const key = options.key ?? clientKey
  const all = clientConfigurations({
    imagesUrl: options.url ?? services.images.url,
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
  if (key === undefined) {
    throw badRequest(message('No API key: give --key or set PICTOGLYPH_KEY.'))
  }
  if (options.json) {
    output.record(configuration)
    return
  }
  process.stdout.write(configuration.content)
  for (const [index, step] of configuration.steps.en.entries()) output.remark(`${index + 1}. ${step}`)
  if (options.category === undefined) output.remark(withoutCategory)
}
