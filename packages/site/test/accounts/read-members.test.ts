import { expect, test } from 'bun:test'
import { membersText } from '@pictoglyph/site/accounts/members-text'
import { maxMembers, readMembers } from '@pictoglyph/site/accounts/read-members'
import fc from 'fast-check'

test('columns come in any order, and all but the name may be missing', () => {
  const { members, problems } = readMembers(
    '\uFEFFQuota,Name,Role,Display name\r\n2GB,ann,admin,"Ann ""A"", née B"\r\n\r\nnone,bob,,\r\n,cid,Member,\r\n',
  )
  expect(problems).toEqual([])
  expect(members).toEqual([
    { line: 2, name: 'ann', role: 'admin', displayName: 'Ann "A", née B', quotaBytes: 2 * 1024 ** 3 },
    { line: 4, name: 'bob', role: 'member', displayName: '', quotaBytes: null },
    { line: 5, name: 'cid', role: 'member', displayName: '', quotaBytes: undefined },
  ])
  expect(readMembers('name;role\nann;admin').members).toMatchObject([{ name: 'ann', role: 'admin' }])
})

test('every line that can’t be taken is said with its reason', () => {
  const { members, problems } = readMembers('name,role,quota\nann,king,\nbob,,much\ncid,,\nCID,,\n,admin,\n')
  expect(members).toMatchObject([{ line: 4, name: 'cid' }])
  expect(problems.map(({ line }) => line)).toEqual([2, 3, 5, 6])
  expect(problems.map(({ reason }) => reason).slice(0, 3)).toEqual([
    'The role "king" is neither member nor admin.',
    '"much" is not a size such as 500MB or 2GB.',
    'The name stands in line 4 too.',
  ])
})

test('a file that is no list of members is refused', () => {
  for (const text of ['', 'ann\nbob', 'name,password\nann,secret', 'name\n"ann\n']) {
    expect(() => readMembers(text)).toThrow()
  }
  const many = (count: number) => `name\n${Array.from({ length: count }, (_, n) => `user${n}`).join('\n')}`
  expect(readMembers(many(maxMembers)).members).toHaveLength(maxMembers)
  expect(() => readMembers(many(maxMembers + 1))).toThrow()
})

test('a line that has more cells than the heading is a problem, but for empty ones at the end', () => {
  const problemsOf = (text: string) => readMembers(text).problems
  expect(problemsOf('name,quota\nann,2,5GB\nbob\ncid,1GB,, \ndan,\n,,,\n')).toEqual([
    { line: 2, reason: 'The line has 3 cells, and the first line names 2 columns.' },
  ])
  expect(problemsOf('name,role,,\nann,admin,,\n')).toEqual([])
})

test('a heading is refused with the word that is wrong in it', () => {
  expect(() => readMembers('name,email\nann,a@b.c')).toThrow('"email" is none of them')
  expect(() => readMembers('name,,role\nann,,admin')).toThrow('"" is none of them')
  expect(() => readMembers('name|role\nann|admin')).toThrow('"name|role" is none of them')
  expect(() => readMembers('name,quota,Quota\nann,1GB,2GB')).toThrow('names the column "quota" twice')
  expect(() => readMembers('role\nadmin')).toThrow('no column "name"')
})

test('cells are separated by commas, semicolons, tabs, or what a line before the heading names', () => {
  const ann = [{ name: 'ann', role: 'admin' }]
  for (const mark of [',', ';', '\t']) {
    expect(readMembers(`name${mark}role\r\nann${mark}admin\r\n`).members).toMatchObject(ann)
    const { members } = readMembers(`\uFEFFsep=${mark}\r\nname${mark}role\r\nann${mark}admin\r\n`)
    expect(members).toMatchObject([{ ...ann[0], line: 3 }])
  }
})

test('a file is read as UTF-8, or as UTF-16 that says so', () => {
  const text = 'name\tdisplay name\nann\tcafé 王\n'
  expect(membersText(Buffer.from(text))).toBe(text)
  const littleEndian = Buffer.from(`\uFEFF${text}`, 'utf16le')
  expect(membersText(littleEndian)).toBe(text)
  expect(membersText(Buffer.from(littleEndian).swap16())).toBe(text)
})

test.each([
  ['ANSI', Buffer.from('name\ncaf\xe9\n', 'latin1')],
  ['GBK', Buffer.from('name\n\xcd\xf5\xd0\xa1\xc3\xf7\n', 'latin1')],
  ['UTF-16 without', Buffer.from('name\nann\n', 'utf16le')],
  ['UTF-16 that is cut', Buffer.from('\uFEFFname', 'utf16le').subarray(0, 5)],
  ['.xlsx', Buffer.from('PK\x03\x04\x14\0', 'latin1')],
  ['.xls)', Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1', 'latin1')],
])('a file that looks like %s is refused', (kind, file) => {
  expect(() => membersText(file)).toThrow(kind)
  expect(() => membersText(file)).toThrow('Save it as "CSV UTF-8".')
})

test('whatever stands in quotation marks is read as it is', () => {
  const displayName = fc.stringMatching(/^[a-z"',;\n]{0,12}[a-z]$/).filter((name) => !/^\s|\n/.test(name))
  fc.assert(
    fc.property(displayName, (name) => {
      const { members } = readMembers(`name,displayName\nann,"${name.replaceAll('"', '""')}"\n`)
      expect(members).toMatchObject([{ displayName: name }])
    }),
  )
})
