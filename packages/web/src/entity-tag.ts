/** Whether the value of `If-None-Match` names an entity tag, in the weak comparison (RFC 9110 section 13.1.2). */
export function namesTag(tags: string, etag: string): boolean {
  return tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
