/** A path of this console to go back to; anything that could lead elsewhere becomes the start page. */
export function returnPath(wanted: string | null | undefined): string {
  if (wanted === null || wanted === undefined) return '/'
  const isPath = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(wanted)
  const base = 'http://console.invalid'
  return isPath && new URL(wanted, base).origin === base ? wanted : '/'
}
