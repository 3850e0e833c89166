import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@pictoglyph/web/test/free-port'
import { runCommand, type ServiceProcess, startProcess } from './service-process.ts'

/** One monitor and one storage daemon that keeps all in memory: enough of Ceph for its S3 gateway. */
interface CephCluster extends AsyncDisposable {
  /** Starts one of Ceph's servers in the foreground, with the cluster's configuration. */
  launch(name: string, command: string[]): ServiceProcess
  /** Runs one of Ceph's commands and gives its output. */
  run(...command: string[]): Promise<string>
}

/**
 * Starts the cluster in an existing folder, without authentication between its parts, on loopback.
 * @param gateway is where the section `[client.rgw]` of the configuration has the S3 gateway listen
 */
export async function startCephCluster(path: string, gateway: { port: number }): Promise<CephCluster> {
  await using cleanup = new AsyncDisposableStack()
  const clusterId = crypto.randomUUID()
  const monitorAddress = `v1:127.0.0.1:${await freePort()}`
  const configuration = join(path, 'ceph.conf')
  await writeFile(
    configuration,
    describeCluster({ path, clusterId, monitorAddress, gatewayPort: gateway.port }),
  )

  const run = ([program, ...parameters]: string[]) =>
    runCommand([program!, '-c', configuration, ...parameters])
  const ceph = (...parameters: string[]) =>
    runPatiently(() => run(['ceph', '--connect-timeout=30', ...parameters]))
  const launch = (name: string, [program, ...parameters]: string[]) =>
    startProcess({
      name,
      command: [program!, '-f', '-c', configuration, ...parameters],
      log: join(path, `${program}.log`),
    })

  async function startMonitor(): Promise<void> {
    const map = join(path, 'monmap')
    await runCommand(['monmaptool', '--create', '--fsid', clusterId, '--addv', 'a', monitorAddress, map])
    await run(['ceph-mon', '--mkfs', '-i', 'a', '--monmap', map])
    const monitor = cleanup.use(launch('The Ceph monitor', ['ceph-mon', '-i', 'a']))
    await monitor.whenReady(async () => (await ceph('quorum_status')).includes('"quorum_leader_name":"a"'))
  }

  async function startStorage(): Promise<void> {
    const storageId = crypto.randomUUID()
    const number = (await ceph('osd', 'new', storageId)).trim()
    await mkdir(join(path, 'osd'))
    await run(['ceph-osd', '-i', number, '--mkfs', '--osd-uuid', storageId])
    await ceph('osd', 'crush', 'add', number, '1.0', 'root=default', 'host=localhost')
    const storage = cleanup.use(launch('The Ceph storage daemon', ['ceph-osd', '-i', number]))
    await storage.whenReady(async () => /\b1 up\b/.test(await ceph('osd', 'stat')))
  }

  await startMonitor()
  await startStorage()
  const disposal = cleanup.move()
  return {
    launch,
    run: (...command) => run(command),
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  }
}

/**
 * Commands fail now and then because a client sends one before it knows the cluster's id ("wrong fsid"). The
 * storage daemon sends none of its own for that reason (`update_on_start` is false).
 */
async function runPatiently(run: () => Promise<string>): Promise<string> {
  for (let attempt = 1; attempt < 20; attempt++) {
    try {
      return await run()
    } catch {
      await Bun.sleep(200)
    }
  }
  return await run()
}

export function describeCluster(cluster: {
  path: string
  clusterId: string
  monitorAddress: string
  gatewayPort: number
}): string {
  const { path, clusterId, monitorAddress, gatewayPort } = cluster
  return `[global]
fsid = ${clusterId}
mon_host = ${monitorAddress}
mon_initial_members = a
public_addr = 127.0.0.1
ms_bind_msgr2 = false
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
run_dir = ${path}
admin_socket =
log_file =
log_to_stderr = true
pid_file =
crash_dir = ${path}
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 8
osd_pool_default_pgp_num = 8
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0

[mon]
mon_data = ${path}/mon
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 1000
mon_data_avail_crit = 1
paxos_propose_interval = 0.1

[osd]
osd_data = ${path}/osd
osd_class_update_on_start = false
osd_crush_update_on_start = false
osd_objectstore = memstore
memstore_device_bytes = 4294967296

[client.rgw]
rgw_data = ${path}/rgw
rgw_frontends = beast endpoint=127.0.0.1:${gatewayPort}
`
}
