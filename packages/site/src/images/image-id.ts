/** The id of an image, from the id itself or from one of its links, where it follows `/i/`, `/p/` or `/images/`. */
export function imageIdIn(idOrLink: string): string {
  return /\/(?:i|p|images)\/([0-9A-Za-z]+)(?:[./?#]|$)/.exec(idOrLink)?.[1] ?? idOrLink.trim()
}
