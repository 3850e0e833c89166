/** Directives and their sources, as in the header: `{ 'connect-src': "'self'" }`. */
export type PolicyDirectives = Readonly<Record<string, string>>

const strictest: PolicyDirectives = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/** A Content-Security-Policy (CSP Level 3) that allows what `directives` name and nothing else. */
export function contentSecurityPolicy(directives: PolicyDirectives): string {
  const all = Object.entries({ ...strictest, ...directives })
  return all.map(([name, sources]) => `${name} ${sources}`).join('; ')
}

/** The source expression that allows exactly this inline style or script (CSP Level 3, section 2.3.1). */
export function sourceHash(text: string): string {
  return `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`
}
