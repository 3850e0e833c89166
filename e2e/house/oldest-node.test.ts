import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { runCommand } from '../clients/run-command.ts'
import { root } from './markdown.ts'

const { engines, scripts } = await Bun.file(join(root, 'package.json')).json()

test('what npm would leave out on an older Node decides how old Node may be', async () => {
  const { packages } = (await Bun.file(join(root, 'package-lock.json')).json()) as {
    packages: Record<string, { engines?: { node: string } }>
  }
  expect(`${engines.node}.0`).toBe(packages['node_modules/sharp']?.engines?.node ?? '')
})

test.each(['preinstall', 'prestart', 'pretest'])('%s looks at the version of Node', (name) => {
  expect(scripts[name]).toBe('node deploy/require-node.cjs')
})

test.each([
  ['18.20.4', 1, 'Pictoglyph needs Node 20.9 or newer, and this is Node 18.20.4.\n'],
  ['20.8.1', 1, 'Pictoglyph needs Node 20.9 or newer, and this is Node 20.8.1.\n'],
  ['20.9.0', 0, ''],
  ['26.0.0', 0, ''],
])('Node %s ends with %d', async (version, code, said) => {
  const file = JSON.stringify(join(root, 'deploy/require-node.cjs'))
  const program = `Object.defineProperty(process.versions, 'node', { value: '${version}' }); require(${file})`
  const { exitCode, stdout, stderr } = await runCommand([process.execPath, '-e', program])
  expect([exitCode, stdout, stderr]).toEqual([code, '', said])
})
