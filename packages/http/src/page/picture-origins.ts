import type { BlobStore } from '@pictoglyph/core'

const anyAddress = '0'.repeat(64)

/**
 * Where the site's pictures come from, as the sources of a page's `img-src`: the images service, and the public service
 * of the blob store where it has one. Direct links redirect there, and browsers hold redirects to the policy too
 * (CSP Level 3).
 *
 * @param imagesUrl the public base address of the images service
 */
export function pictureOrigins(imagesUrl: string, blobs: Pick<BlobStore, 'redirect'>): string[] {
  const publicService = blobs.redirect?.(anyAddress)
  const addresses = publicService === undefined ? [imagesUrl] : [imagesUrl, publicService]
  return [...new Set(addresses.map((address) => new URL(address).origin))]
}
