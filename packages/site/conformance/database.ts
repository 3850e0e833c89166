import { describe } from 'bun:test'
import { accountLaws } from './database/accounts.ts'
import { administratorLaws } from './database/administrators.ts'
import { albumLaws } from './database/albums.ts'
import { blobReferenceSchedules } from './database/blob-reference-schedules.ts'
import { blobReferenceLaws } from './database/blob-references.ts'
import { bulkActionLaws, type MakeCountedDatabase } from './database/bulk-actions.ts'
import { categoryLaws } from './database/categories.ts'
import { damagedRowLaws } from './database/damaged-rows.ts'
import { deletedSpaceLaws } from './database/deleted-space.ts'
import { expiryLaws } from './database/expiry.ts'
import { factorLaws } from './database/factors.ts'
import type { DatabaseConformanceOptions, MakeDatabase } from './database/fixture.ts'
import { freshnessLaws } from './database/freshness.ts'
import { galleryLaws } from './database/gallery.ts'
import { giverLaws } from './database/givers.ts'
import { guestLaws } from './database/guests.ts'
import { historyLaws } from './database/history.ts'
import { imageListLaws } from './database/image-lists.ts'
import { imageLaws } from './database/images.ts'
import { invitationLaws } from './database/invitations.ts'
import { leaseLaws } from './database/leases.ts'
import { linkLaws } from './database/links.ts'
import { listLimitLaws } from './database/list-limits.ts'
import { policyLaws } from './database/policy.ts'
import { recordLaws } from './database/record.ts'
import { renditionLaws } from './database/renditions.ts'
import { reportLaws } from './database/reports.ts'
import { searchLaws } from './database/search.ts'
import { takeDownLaws } from './database/take-downs.ts'
import { textQuotaLaws } from './database/text-quota.ts'
import { trafficLaws } from './database/traffic.ts'
import { unreadableRowLaws } from './database/unreadable-rows.ts'

export type { CountedDatabase } from './database/bulk-actions.ts'
export type { DatabaseUnderTest } from './database/fixture.ts'

/** Holds an implementation of `SiteDatabase` to the laws of the port. Each test makes an empty database. */
export function databaseConformance(
  name: string,
  make: MakeDatabase,
  options: DatabaseConformanceOptions = {},
): void {
  describe(`${name}: the laws of a site's rows`, () => {
    describe('accounts, keys and sessions', () => accountLaws(make))
    describe('administrators', () => administratorLaws(make))
    describe('invitations, and accounts that go', () => invitationLaws(make))
    describe('what operators give', () => giverLaws(make))
    describe('second factors and uses of keys', () => factorLaws(make))
    describe('categories', () => categoryLaws(make))
    describe('albums', () => albumLaws(make))
    describe('recording uploads', () => recordLaws(make))
    describe('keys of guests', () => guestLaws(make))
    describe('images', () => imageLaws(make))
    describe('takedowns', () => takeDownLaws(make))
    describe('reports', () => reportLaws(make))
    describe('the space of deleted images', () => deletedSpaceLaws(make))
    describe('freshness', () => freshnessLaws(make))
    describe('expiry of images', () => expiryLaws(make, options))
    describe('links', () => linkLaws(make))
    describe('galleries', () => galleryLaws(make, options))
    describe('lists of images', () => imageListLaws(make))
    describe('searches', () => searchLaws(make))
    describe('bounds of lists', () => listLimitLaws(make))
    describe('the space of text', () => textQuotaLaws(make))
    describe('the blob references', () => {
      blobReferenceLaws(make)
      blobReferenceSchedules(make, options)
    })
    describe('renditions', () => renditionLaws(make))
    describe('damaged rows', () => damagedRowLaws(make))
    describe('rows of other versions', () => unreadableRowLaws(make))
    describe('leases', () => leaseLaws(make))
    describe('policy', () => policyLaws(make))
    describe('history', () => historyLaws(make))
    describe('traffic', () => trafficLaws(make))
  })
}

/** Holds bulk actions to a number of statements, whatever the number of images. */
export function bulkActionConformance(name: string, make: MakeCountedDatabase): void {
  describe(`${name}: bulk actions`, () => bulkActionLaws(make))
}
