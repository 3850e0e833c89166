/** Gives names to values that differ in every run, in the order in which they appear. */
export interface Names {
  /** A text with names for all such values. */
  named(text: string): string
  /** Names a value that no pattern finds. */
  call(value: string, name: string): void
}

/** Words as long as an id, in notices and in words for scripts. */
const words = new Set([
  ...['albumPublished', 'connectionLost', 'factorsRemoved', 'imagesRestored', 'imagesTakenOut'],
  ...['keyTestedAgain', 'networkRemoved', 'providerFailed'],
])

/** @param hosts addresses of the services, by their names */
export function createNames(hosts: Readonly<Record<string, string>>): Names {
  const known = new Map<string, string>()
  const counts = new Map<string, number>()
  const fixed: [value: string, name: string][] = []
  for (const [name, url] of Object.entries(hosts)) {
    fixed.push([url, `http://${name}`], [encodeURIComponent(url), `http://${name}`])
    fixed.push([new URL(url).host, name], [encodeURIComponent(new URL(url).host), name])
  }

  function nameOf(kind: string, value: string): string {
    const name = known.get(value) ?? `${kind}${(counts.get(kind) ?? 0) + 1}`
    if (!known.has(value)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    known.set(value, name)
    return name
  }

  return {
    call: (value, name) => void fixed.push([value, name]),
    named(text) {
      let named = text
      for (const [value, name] of fixed) named = named.replaceAll(value, name)
      return named
        .replace(/(nonce="|'nonce-)[\w+/=-]+/g, '$1…')
        .replace(/(\/assets\/[a-z-]+)\.[0-9a-f]{16}\./g, '$1.')
        .replace(/pgl_[0-9A-Za-z]{33}/g, (secret) => nameOf('secret', secret))
        .replace(/(.)\1{40,}/gu, (run, one) => `${one}×${run.length / one.length}`)
        .replace(/\b[0-9a-f]{64}\b/g, (hash) => nameOf('hash', hash))
        .replace(/(?<![\w-])(?=[\w-]*[A-Z])[\w-]{36,}(?![\w-])/g, '‹token›')
        .replace(/(&quot;user&quot;:{&quot;id&quot;:&quot;)[\w-]+/g, '$1…')
        .replace(/\b[a-z0-9]{6}(?:-[a-z0-9]{6}){3}\b/g, '‹recovery code›')
        .replace(/\b[A-Z2-7]{32}\b/g, (key) => nameOf('authenticator', key))
        .replace(/\b(code|proof)=(?!000000)\d{6}\b/g, '$1=‹code›')
        .replace(/\b[0-9A-Za-z]{20}\b/g, (password) =>
          /^[A-Z]?[a-z]+$|^\d+$/.test(password) ? password : nameOf('password', password),
        )
        .replace(/(?<=[·(] ?)\d+(?= ?(?:ms|毫秒))/g, '…')
        .replace(/(?<=^|%[0-9A-F]{2}|[^0-9A-Za-z])[0-9A-Za-z]{22}(?![0-9A-Za-z])/g, (token) =>
          /^[A-Z]?[a-z]+$|^\d+$/.test(token) ? token : nameOf('public', token),
        )
        .replace(/(?<=^|%[0-9A-F]{2}|[^0-9A-Za-z])[0-9A-Za-z]{14}(?![0-9A-Za-z])/g, (id) =>
          words.has(id) || /^[A-Z]?[a-z]+$|^\d+$/.test(id) ? id : nameOf('id', id),
        )
    },
  }
}
