/** Extracts an image id from a text: the id itself, or a link with it after `/i/`, `/p/` or `/images/`. */
export function imageIdIn(idOrLink: string): string {
  return /\/(?:i|p|images)\/([0-9A-Za-z]+)(?:[./?#]|$)/.exec(idOrLink)?.[1] ?? idOrLink.trim()
}
