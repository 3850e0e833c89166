import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../house/markdown.ts'
import { makeBaseImages } from '../image/base-images.ts'
import { buildah } from '../image/buildah.ts'
import { describeCluster } from '../services/ceph-cluster.ts'
import { debianWith, shell } from './debian.ts'
import { type Machine, machineBase } from './machine.ts'

const bases = ['docker.io/library/node:22-bookworm-slim', 'docker.io/library/debian:bookworm-slim']
const programs = [
  ...['nginx-light', 'postgresql', 'prometheus', 'redis-server', 'wget'],
  ...['ceph-base', 'ceph-common', 'ceph-mon', 'ceph-osd', 'radosgw'],
]

/** Gives the machine's Docker the images that `deploy/Dockerfile` builds on. */
export async function bringBaseImages(machine: Machine): Promise<void> {
  await makeBaseImages()
  for (const name of bases) {
    await buildah(['push', name, `docker-archive:${machine.root}/image.tar:${name}`])
    await machine.run('docker load -i /image.tar; rm /image.tar')
  }
}

/** And all that the compose file names but ours, made of Debian's packages: one image with every program. */
export async function bringStores(machine: Machine): Promise<void> {
  const made = await debianWith('trixie', programs, { base: machineBase })
  await shell(['tar', '-C', made, '-cf', join(machine.root, 'stores.tar'), '.'])
  await cp(join(import.meta.dir, 'stores'), join(machine.root, 'root/stores'), { recursive: true })
  const cluster = {
    path: '/tmp/ceph',
    clusterId: crypto.randomUUID(),
    monitorAddress: 'v1:127.0.0.1:6789',
    gatewayPort: 8333,
  }
  const configuration = describeCluster(cluster).replace('endpoint=127.0.0.1', 'endpoint=0.0.0.0')
  await Bun.write(join(machine.root, 'root/stores/ceph.conf'), configuration)
  await machine.run(`
docker import /stores.tar localhost/programs; rm /stores.tar
docker build -t localhost/stores /root/stores`)
  const compose = await Bun.file(join(root, 'deploy/compose.yaml')).text()
  const names = new Set(Array.from(compose.matchAll(/^ +image: (\S+:\S+)$/gm), ([, name = '']) => name))
  for (const name of names) {
    const lines = name.startsWith('prom/') ? 'USER nobody' : ''
    await machine.run(`printf 'FROM localhost/stores\\n${lines}\\n' | docker build -t ${name} -`)
  }
}
