/** Clock ticks a second, of which `/proc` counts processor time; 100 on every Linux that Bun runs on. */
export const ticksPerSecond = 100

/** Processor time, in microseconds: in the program itself, and in the system on its behalf. */
export interface ProcessorTimes {
  userUs: number
  systemUs: number
}

/** The processor time that a process has taken so far, with all its threads, ended ones too (Linux). */
export async function processorTimes(pid: number): Promise<ProcessorTimes> {
  const stat = await Bun.file(`/proc/${pid}/stat`).text()
  // Behind the name, which is in parentheses and may hold spaces; proc_pid_stat(5) counts it as the second field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const microseconds = (ticks: string | undefined) => (Number(ticks) / ticksPerSecond) * 1e6
  return { userUs: microseconds(fields[11]), systemUs: microseconds(fields[12]) }
}

/** Both together. */
export async function processorTimeUs(pid: number): Promise<number> {
  const { userUs, systemUs } = await processorTimes(pid)
  return userUs + systemUs
}
