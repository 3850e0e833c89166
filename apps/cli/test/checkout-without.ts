import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dir, '../../..')
const ours = /^(?:@pictoglyph|pictoglyph.*|\..*)$/

/**
 * A copy of this checkout in a folder, without some of the packages that npm installed.
 * @param left packages whose own files it has, so that they find no others next to them
 * @returns the path of its command
 */
export async function checkoutWithout(
  missing: readonly string[],
  { folder, left }: { folder: string; left: readonly string[] },
): Promise<string> {
  for (const part of ['apps', 'packages', 'examples', 'deploy', 'package.json']) {
    await cp(join(root, part), join(folder, part), { recursive: true })
  }
  const modules = join(folder, 'node_modules')
  const names = (await readdir(join(root, 'node_modules'))).filter((name) => !ours.test(name))
  const packages = await Promise.all(
    names.map(async (name) => {
      if (!name.startsWith('@')) return [name]
      return (await readdir(join(root, 'node_modules', name))).map((one) => `${name}/${one}`)
    }),
  )
  for (const name of packages.flat()) {
    if (missing.includes(name)) continue
    const [from, to] = [join(root, 'node_modules', name), join(modules, name)]
    await mkdir(join(to, '..'), { recursive: true })
    if (left.includes(name)) await cp(from, to, { recursive: true })
    else await symlink(from, to)
  }
  await cp(join(root, 'node_modules/.bin'), join(modules, '.bin'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  for (const name of ['pictoglyph', 'pictoglyph-client', '@pictoglyph']) {
    const from = join(root, 'node_modules', name)
    await cp(from, join(modules, name), { recursive: true, verbatimSymlinks: true })
  }
  return join(folder, 'apps/cli/bin/pictoglyph')
}
