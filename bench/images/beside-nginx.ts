/**
 * A direct link of 190 kB beside the same file of Debian's nginx with `sendfile`, each with one processor, and the
 * same link while 50 uploads a second come in. `bun bench/images/beside-nginx.ts [rounds] [seconds a round]`
 */
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@pictoglyph/web/test/free-port'
import { makeBenchDirectory } from '../load/bench-directory.ts'
import { contest } from '../load/contest.ts'
import { runWrk } from '../load/wrk.ts'
import { type ImagesServer, startImagesServer, upload } from './images-server.ts'
import { photograph } from './photographs.ts'
import { type UploadForm, uploadForm } from './upload-form.ts'

const connections = 16
const uploadsPerSecond = 50
const rounds = Number(process.argv[2] ?? 5)
const seconds = Number(process.argv[3] ?? 3)
let uploadsMade = 0

await using temporary = await makeBenchDirectory()
const directory = temporary.path
await run()

async function run(): Promise<void> {
  // What uploads here stays off the server's processor.
  Bun.spawnSync(['taskset', '-acp', '1', String(process.pid)])
  const form = await uploadForm(await photograph({ pixelBytes: 180_000, withMetadata: false }))
  await using ours = await startImagesServer(join(directory, 'site'))
  const link = await upload(ours, form)
  await using nginx = await startNginx(form)
  await checkSameBytes(link, nginx.url)
  const alone = load('pictoglyph', link)
  await contest(`direct link of ${form.fileBytes.length} B`, alone, load('nginx', nginx.url), rounds)
  await contest(
    `the same link while ${uploadsPerSecond} uploads a second come in`,
    { name: 'meanwhile', measure: () => whileUploading(ours, form, () => alone.measure()) },
    { ...alone, name: 'alone' },
    rounds,
  )
}

function load(name: string, url: string) {
  return {
    name,
    async measure(): Promise<number> {
      const { requestsPerSecond, errors } = await runWrk({ url, connections, seconds })
      if (errors > 0) throw new Error(`${name}: ${errors} requests failed`)
      return requestsPerSecond
    },
  }
}

async function whileUploading<T>(ours: ImagesServer, form: UploadForm, work: () => Promise<T>): Promise<T> {
  const uploads: Promise<string>[] = []
  const timer = setInterval(() => {
    uploadsMade += 1
    uploads.push(upload(ours, form.stamped(uploadsMade)))
  }, 1000 / uploadsPerSecond)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await Promise.all(uploads)
  }
}

/** nginx as Debian has it, with one worker on the first processor and without a log. */
async function startNginx(form: UploadForm): Promise<{ url: string } & AsyncDisposable> {
  const root = join(directory, 'nginx')
  await mkdir(join(root, 'files'), { recursive: true })
  await Bun.write(join(root, 'files/photograph.jpg'), form.fileBytes)
  await copyFile('/etc/nginx/mime.types', join(root, 'mime.types'))
  const port = await freePort()
  await Bun.write(join(root, 'nginx.conf'), configuration(root, port))
  const child = Bun.spawn(['taskset', '-c', '0', 'nginx', '-p', root, '-c', join(root, 'nginx.conf')], {
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const url = `http://127.0.0.1:${port}/photograph.jpg`
  const isReady = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    await Bun.sleep(20)
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill()
      await child.exited
    },
  }
}

function configuration(root: string, port: number): string {
  return `
daemon off;
user root;
worker_processes 1;
pid ${root}/nginx.pid;
error_log ${root}/error.log;
events { worker_connections 1024; }
http {
  include ${root}/mime.types;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  access_log off;
  client_body_temp_path ${root}/body;
  proxy_temp_path ${root}/proxy;
  fastcgi_temp_path ${root}/fastcgi;
  uwsgi_temp_path ${root}/uwsgi;
  scgi_temp_path ${root}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${root}/files;
  }
}
`
}

async function checkSameBytes(ours: string, theirs: string): Promise<void> {
  const [a, b] = await Promise.all([ours, theirs].map(async (url) => (await fetch(url)).bytes()))
  if (a === undefined || b === undefined || !Buffer.from(a).equals(b))
    throw new Error(`${ours} gives other bytes`)
}
