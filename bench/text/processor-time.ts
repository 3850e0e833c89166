/** Clock ticks a second, of which `/proc` counts processor time; 100 on every Linux that Bun runs on. */
const ticksPerSecond = 100

/** The processor time that a process has taken so far, with all its threads, ended ones too, in microseconds (Linux). */
export async function processorTimeUs(pid: number): Promise<number> {
  const stat = await Bun.file(`/proc/${pid}/stat`).text()
  // Behind the name, which is in parentheses and may hold spaces; proc_pid_stat(5) counts it as the second field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [utime, stime] = [Number(fields[11]), Number(fields[12])]
  return ((utime + stime) / ticksPerSecond) * 1e6
}
