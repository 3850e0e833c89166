import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ServerProcess, startServerProcess } from '../load/server-process.ts'

const packages = ['express@5', 'multer@2', 'sharp@0.35.5']
const program = `
import express from 'express'
import multer from 'multer'
import sharp from 'sharp'
const upload = multer({ dest: process.argv[2] })
const app = express()
app.post('/upload', upload.single('file'), async (request, response) => {
  const { path } = request.file
  const fitting = { width: 320, height: 320, fit: 'inside', withoutEnlargement: true }
  await sharp(path).autoOrient().resize(fitting).webp({ quality: 80 }).toFile(path + '.webp')
  response.json({ path })
})
const server = app.listen(0, '127.0.0.1', () => console.log('http://127.0.0.1:' + server.address().port))
`

/**
 * What a developer writes in a few lines, on Node: Express with multer keeps the file, and sharp makes its thumbnail in
 * the same process before it answers `/upload`. It trusts each file, keeps its metadata, and waits for no disk.
 * @param folder where it is installed
 */
export async function startExpressAndSharp(
  folder: string,
  placed: (command: readonly string[]) => string[],
): Promise<ServerProcess> {
  const files = join(folder, 'files')
  await mkdir(files, { recursive: true })
  await Bun.$`npm install --prefix ${folder} --no-audit --no-fund ${packages}`.quiet()
  await Bun.write(join(folder, 'server.mjs'), program)
  return await startServerProcess(placed(['node', join(folder, 'server.mjs'), files]))
}
