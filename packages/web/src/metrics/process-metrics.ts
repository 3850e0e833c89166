import { readdirSync } from 'node:fs'
import { Counter, Gauge, type Registry } from 'prom-client'

/** Registers the resources of this process, under the names of Prometheus' own clients, and its build. */
export function showProcess(registry: Registry, version: string): void {
  const registers = [registry]
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process, in user and system mode.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / 1e6)
    },
  })
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'When the process started, since the epoch.',
    registers,
  }).set(Math.round(performance.timeOrigin / 1000))
  new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory that the process holds.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
  new Gauge({
    name: 'process_open_fds',
    help: 'Open file descriptors, where the system tells.',
    registers,
    collect() {
      const count = openDescriptors()
      if (count !== undefined) this.set(count)
    },
  })
  new Gauge({
    name: 'pictoglyph_build_info',
    help: 'Always 1; its labels tell the version.',
    labelNames: ['version', 'bun'],
    registers,
  }).set({ version, bun: Bun.version }, 1)
}

/** `undefined` on a system without `/proc`. */
function openDescriptors(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    return undefined
  }
}
