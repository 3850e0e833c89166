import { category } from '@pictoglyph/site/categories'
import { thingCommands } from '../things/thing-command.ts'

export const categoryCommands = thingCommands(category)
