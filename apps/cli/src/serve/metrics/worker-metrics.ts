import { AggregatorRegistry, type Registry } from 'prom-client'

/** The content of one process' registry, as it is sent to other processes. */
export type MetricsRecord = object[]

export async function recordOf(registry: Registry): Promise<MetricsRecord> {
  return await registry.getMetricsAsJSON()
}

/** The records of several processes as one text, with a label for each. */
export async function textOf(records: readonly MetricsRecord[]): Promise<string> {
  return AggregatorRegistry.aggregate([...records]).metrics()
}
