/**
 * Fills the placeholders of `deploy/project.json` for a release, there, in all documents, and in the help of the client:
 * `npx bun deploy/name-project.ts '{"repository":"https://…","contact":"…","security":"…"}' [FOLDER]`.
 */
import { join } from 'node:path'

const folder = process.argv[3] ?? join(import.meta.dir, '..')
const file = Bun.file(join(folder, 'deploy/project.json'))
const before: Record<string, string> = await file.json()
const given: Record<string, string> = JSON.parse(process.argv[2] ?? '{}')
const unknown = Object.keys(given).filter((name) => !(name in before))
if (unknown.length > 0) throw new Error(`deploy/project.json has no ${unknown.join(', ')}.`)

const documents = await Array.fromAsync(new Bun.Glob('**/*.md').scan({ cwd: folder }))
for (const path of [...documents, 'apps/people/package.json']) {
  if (path.includes('node_modules/')) continue
  const page = Bun.file(join(folder, path))
  const text = await page.text()
  const filled = Object.entries(given).reduce(
    (filled, [name, value]) => filled.replaceAll(before[name] ?? '', value),
    text,
  )
  if (filled !== text) await Bun.write(page, filled)
}
await Bun.write(file, `${JSON.stringify({ ...before, ...given }, null, 2)}\n`)
