import { charset } from '@pictoglyph/site/ciphers/charset'
import { thingCommands } from '../things/thing-command.ts'

export const charsetCommands = thingCommands(charset)
