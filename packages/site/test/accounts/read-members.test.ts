import { expect, test } from 'bun:test'
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

test('whatever stands in quotation marks is read as it is', () => {
  const displayName = fc.stringMatching(/^[a-z"',;\n]{0,12}[a-z]$/).filter((name) => !/^\s|\n/.test(name))
  fc.assert(
    fc.property(displayName, (name) => {
      const { members } = readMembers(`name,displayName\nann,"${name.replaceAll('"', '""')}"\n`)
      expect(members).toMatchObject([{ displayName: name }])
    }),
  )
})
