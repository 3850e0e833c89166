import { algorithmTypes, variantsOf } from '@pictoglyph/codec/scheme'
import { preset } from '@pictoglyph/site/ciphers/preset'
import { thingCommands } from '../things/thing-command.ts'

/** `RAW: classic or frame; …`: every type that has several variants. */
const variantsInWords = algorithmTypes
  .filter((type) => variantsOf[type].length > 1)
  .map((type) => `${type}: ${variantsOf[type].join(' or ')}`)
  .join('; ')

export const presetCommands = thingCommands(preset, (add) =>
  add.option('--variant <variant>', variantsInWords),
)
