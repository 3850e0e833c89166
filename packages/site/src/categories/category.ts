import { counted, grouped } from '@pictoglyph/forms/numbers'
import { alreadyTaken, conflict } from '../language/failure.ts'
import { isReadableId, newId } from '../language/ids.ts'
import { maxListed } from '../language/list-limits.ts'
import { message } from '../language/message.ts'
import { maxNameCharacters } from '../language/text-field.ts'
import { column, type RowOf } from '../rows/columns.ts'
import { readCounters } from '../rows/counters.ts'
import { integer, type Sql, type SqlReader, text } from '../rows/engine.ts'
import type { NewThing, StoredThing } from '../things/stored-thing.ts'

/** Counts live images per category. */
async function images(sql: SqlReader): Promise<Map<string, number>> {
  const counters = await readCounters(sql, 'category')
  return new Map(counters.map(([id, counter]) => [id, counter.images]))
}

/** Counts unrevoked keys per default category. */
async function keys(sql: SqlReader): Promise<Map<string, number>> {
  const rows = await sql.all(
    `SELECT default_category_id, COUNT(*) AS keys FROM api_keys
     WHERE revoked_at_ms IS NULL AND default_category_id IS NOT NULL GROUP BY default_category_id`,
  )
  return new Map(rows.map((row) => [text(row, 'default_category_id'), integer(row, 'keys')]))
}

/** A new enabled category. Its id is derived from the name, if that is readable and free. */
async function create({ name, nowMs, isFree }: NewThing) {
  const slug = name.toLowerCase().replace(/\s+/g, '-')
  const id = isReadableId(slug) && (await isFree(slug)) ? slug : newId()
  return { id, name, enabled: true, createdAtMs: nowMs }
}

/** @throws {Failure} CONFLICT if the maximum number of categories exists */
async function mayAdd(sql: Sql): Promise<void> {
  const max = maxListed.categories
  const last = await sql.get('SELECT id FROM categories LIMIT 1 OFFSET ?', max - 1)
  if (last) throw conflict(message('A site has at most {max} categories.', { max }))
}

/** Categories for uploads. */
export const category = {
  kind: 'category',
  noun: ['category', '分类'],
  table: 'categories',
  title: ['Categories', '分类'],
  lead: [
    'Every image belongs to one. Uploads to a disabled category are refused.',
    '每张图片都属于一个分类。停用的分类拒绝上传。',
  ],
  empty: {
    title: ['No categories yet', '还没有分类'],
    hint: [
      'Nothing can be uploaded until there is one. Create it above.',
      '没有分类就无法上传，请在上面创建。',
    ],
  },
  back: ['← Categories', '← 分类'],
  help: 'What uploads are filed under.',
  at: { list: '/settings/uploads', one: '/settings/uploads/categories' },
  isInSnapshot: false,
  taken: ({ name }) => alreadyTaken('name', message('A category named "{name}" exists already.', { name })),
  called: message('category'),
  columns: {
    id: column.text('id'),
    name: { ...column.uniqueName('name'), label: ['Name', '名称'], max: maxNameCharacters.category },
    position: column.position(),
    enabled: column.flag('enabled'),
    createdAtMs: column.integer('created_at_ms'),
  },
  counts: {
    images: { of: images, label: ['Images', '图片'] },
    keys: {
      of: keys,
      label: ['Used by', '用于'],
      isWide: true,
      words: [
        (number) => (number === 0 ? 'no key by default' : `${counted(number, 'key', 'keys')} by default`),
        (number) => (number === 0 ? '没有密钥默认使用' : `${grouped(number)} 个密钥默认使用`),
      ],
    },
  },
  actions: {
    add: {
      help: 'Adds a category and enables it.',
      parameters: ['name'],
      notice: [(name) => `The category “${name}” is created.`, (name) => `分类“${name}”已创建。`],
    },
    enable: {
      help: 'Lets uploads use a category.',
      notice: [(name) => `Uploads to “${name}” are accepted again.`, (name) => `“${name}”重新接受上传。`],
    },
    disable: {
      help: 'Keeps new uploads out of a category; its images stay.',
      question: ['Uploads to it are refused at once.', '将立即拒绝上传到此分类。'],
      notice: [
        (name) => `Uploads to “${name}” are refused from now on. Its images stay.`,
        (name) => `“${name}”从现在起拒绝上传，其中的图片保留。`,
      ],
    },
  },
  create,
  mayAdd,
} as const satisfies StoredThing

export type Category = RowOf<typeof category.columns>
