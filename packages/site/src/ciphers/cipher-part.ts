import { CodecError } from '@pictoglyph/codec/failure'
import type { Both } from '@pictoglyph/forms/both'
import { badField } from '../language/failure.ts'
import { isReadableId } from '../language/ids.ts'
import { message } from '../language/message.ts'
import { maxNameCharacters } from '../language/text-field.ts'
import { column } from '../rows/columns.ts'
import type { StoredThing } from '../things/stored-thing.ts'

/** Columns that character sets and presets share. */
export const cipherPartColumns = {
  id: column.text('id'),
  name: { ...column.text('name'), label: ['Name', '名称'], max: maxNameCharacters.cipherPart },
  enabled: column.flag('enabled'),
  isDefault: column.flag('is_default'),
  position: column.position(),
} as const

/** The shared part of the definitions of character sets and presets. */
export const cipherPart = ([english, chinese]: Both, add: { help: string; parameters: readonly string[] }) =>
  ({
    noun: [english, chinese],
    empty: {
      title: [`No ${english}s yet`, `还没有${chinese}`],
      hint: ['Nothing can be encoded until there is one.', `没有${chinese}就无法编码。`],
    },
    back: ['← Text', '← 文本'],
    isInSnapshot: true,
    counts: {},
    actions: {
      add: {
        ...add,
        notice: [
          (name) => `The ${english} “${name}” is created and enabled.`,
          (name) => `${chinese}“${name}”已创建并启用。`,
        ],
      },
      enable: {
        help: `Offers a ${english} to callers.`,
        notice: [(_name, id) => `“${id}” is enabled.`, (_name, id) => `“${id}”已启用。`],
      },
      disable: {
        help: `Takes a ${english} out of use.`,
        question: ['Clients can’t choose it any more.', '客户端将不能再选择它。'],
        notice: [(_name, id) => `“${id}” is disabled.`, (_name, id) => `“${id}”已停用。`],
      },
      default: {
        help: `Makes a ${english} the default, in place of the one before, and enables it.`,
        label: ['Use as default', '设为默认'],
        hint: ['Clients preselect the default.', '客户端会预先选中默认项。'],
        notice: [
          (_name, id) => `“${id}” is the default now, and enabled.`,
          (_name, id) => `“${id}”现在是默认项，并已启用。`,
        ],
      },
    },
  }) as const satisfies Partial<StoredThing>

/** Reads an id from an operator. @throws {Failure} BAD_REQUEST */
export function readId(text = ''): string {
  if (isReadableId(text)) return text
  const reason = message(
    'An id has 1 to 40 characters of a-z, 0-9, "_" and "-", and begins with a letter or digit.',
  )
  throw badField('id', reason)
}

/** Turns the codec's refusal of an input field into a BAD_REQUEST with the codec's message. */
export function codecAnswer<T>(field: string, ask: () => T): T {
  try {
    return ask()
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    const { template, values } = error
    throw badField(field, { template, values })
  }
}
