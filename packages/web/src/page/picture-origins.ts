import type { BlobStore } from '@pictoglyph/site/blobs/blob-store'

const anyAddress = '0'.repeat(64)

/**
 * The origins of the site's pictures, as the sources of a page's `img-src`: the images service, and the blob store's
 * public address if it has one. Direct links redirect there, and browsers apply the policy to redirects too (CSP Level
 * 3).
 *
 * @param imagesUrl the public base address of the images service
 */
export function pictureOrigins(imagesUrl: string, blobs: Pick<BlobStore, 'redirect'>): string[] {
  const publicService = blobs.redirect?.(anyAddress)
  const addresses = publicService === undefined ? [imagesUrl] : [imagesUrl, publicService]
  return [...new Set(addresses.map((address) => new URL(address).origin))]
}
