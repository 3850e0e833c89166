/** Names for what differs at each run, in the order in which it appears. */
export function createNames() {
  const named: [value: string, name: string][] = []
  return {
    name(value: string, name: string): void {
      named.push([value, `{${name}}`])
    },
    normal: (text: string): string =>
      named
        .toSorted(([one], [other]) => other.length - one.length)
        .reduce((written, [value, name]) => written.replaceAll(value, name), text)
        // A path is quoted as its letters need it.
        .replace(/-F .*?photograph\.jpg[\\"']*/g, '-F {photograph}')
        // They come in the order in which they are known.
        .replace(/"details":\{(.*?\})\}/g, (_, details: string) => {
          const kinds = details.replace(/\{"kind":"\w+"\}/g, '…').split(',')
          return `"details":{${kinds.toSorted().join(', ')}}`
        }),
  }
}

/** Facts of the log that differ at each run. */
const volatile = new Set(['time', 'requestId', 'durationMs', 'stack'])

/** Lines of a log with level, message and facts, without times. */
export function logLines(log: string): string[] {
  return log
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      if (!line.startsWith('{')) return `! ${line}`
      const { level, msg, ...facts } = JSON.parse(line, (name, value) =>
        volatile.has(name) && value !== undefined ? undefined : value,
      )
      return `${level}: ${msg} ${Object.keys(facts).length > 0 ? JSON.stringify(facts) : ''}`.trimEnd()
    })
}

/** Series whose values depend on the machine, its load or the time. */
const measured = /^process_|_seconds|_disk_|_isolation|rendition_maker|pictoglyph_ready/

const withoutMeasured = (line: string): string => (measured.test(line) ? line.replace(/ \S+$/, '') : line)

/** What metrics mean, and each of their series with its value, unless that is measured. */
export function metricLines(text: string): string[] {
  return text.split(/^(?=# HELP)/m).flatMap((family) => {
    const [help = '', type = '', ...samples] = family.trimEnd().split('\n')
    const shown = samples
      .filter((line) => !/^pictoglyph_http\w*_bucket/.test(line))
      .map((line) => withoutMeasured(line).replace(/((?:version|bun)=)"[^"]*"/g, '$1"…"'))
    const isOneOfKinds = help.includes('_isolation ')
    return [help, type, ...shown.toSorted(), ...(isOneOfKinds ? [`in all ${sumOf(samples)}`] : [])]
  })
}

/** The sum of series, of which each machine has another one. */
const sumOf = (samples: readonly string[]): number =>
  samples.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
