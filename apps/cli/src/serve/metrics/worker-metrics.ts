import { AggregatorRegistry, type Registry } from 'prom-client'

/** What the registry of one process holds, as it goes from process to process. */
export type MetricsRecord = object[]

export async function recordOf(registry: Registry): Promise<MetricsRecord> {
  return await registry.getMetricsAsJSON()
}

/** The records of several processes, which tell themselves apart by a label, as one text. */
export async function textOf(records: readonly MetricsRecord[]): Promise<string> {
  return AggregatorRegistry.aggregate([...records]).metrics()
}
