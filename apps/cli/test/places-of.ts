import { join } from 'node:path'
import type { SiteFixture } from '@pictoglyph/images/test/site-fixture'

/** The variables with which a command works on the site of a fixture. */
export const placesOf = ({ directory }: SiteFixture) => ({
  PICTOGLYPH_DATABASE_URL: `sqlite:${join(directory, 'site.db')}`,
  PICTOGLYPH_BLOBS_URL: `file:${join(directory, 'blobs')}`,
})
