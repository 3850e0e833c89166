import { describe } from 'bun:test'
import { accountLaws } from './database/accounts.ts'
import { albumLaws } from './database/albums.ts'
import { blobReferenceSchedules } from './database/blob-reference-schedules.ts'
import { blobReferenceLaws } from './database/blob-references.ts'
import { categoryLaws } from './database/categories.ts'
import { damagedRowLaws } from './database/damaged-rows.ts'
import { deletedSpaceLaws } from './database/deleted-space.ts'
import { factorLaws } from './database/factors.ts'
import type { DatabaseConformanceOptions, MakeDatabase } from './database/fixture.ts'
import { freshnessLaws } from './database/freshness.ts'
import { galleryLaws } from './database/gallery.ts'
import { guestLaws } from './database/guests.ts'
import { historyLaws } from './database/history.ts'
import { imageLaws } from './database/images.ts'
import { leaseLaws } from './database/leases.ts'
import { lifetimeLaws } from './database/lifetimes.ts'
import { linkLaws } from './database/links.ts'
import { listLimitLaws } from './database/list-limits.ts'
import { policyLaws } from './database/policy.ts'
import { recordLaws } from './database/record.ts'
import { renditionLaws } from './database/renditions.ts'
import { searchLaws } from './database/search.ts'
import { textQuotaLaws } from './database/text-quota.ts'
import { trafficLaws } from './database/traffic.ts'

export type { DatabaseConformanceOptions, DatabaseUnderTest, MakeDatabase } from './database/fixture.ts'

/** Holds an implementation of `SiteDatabase` to the laws of the port. Each test makes an empty database. */
export function databaseConformance(
  name: string,
  make: MakeDatabase,
  options: DatabaseConformanceOptions = {},
): void {
  describe(`${name}: the laws of a site's rows`, () => {
    describe('accounts, keys and sessions', () => accountLaws(make))
    describe('second factors and uses of keys', () => factorLaws(make))
    describe('categories', () => categoryLaws(make))
    describe('albums', () => albumLaws(make))
    describe('recording uploads', () => recordLaws(make))
    describe('keys of guests', () => guestLaws(make))
    describe('images', () => imageLaws(make))
    describe('the space of deleted images', () => deletedSpaceLaws(make))
    describe('freshness', () => freshnessLaws(make))
    describe('lifetimes of images', () => lifetimeLaws(make, options))
    describe('links', () => linkLaws(make))
    describe('galleries', () => galleryLaws(make, options))
    describe('searches', () => searchLaws(make))
    describe('bounds of lists', () => listLimitLaws(make))
    describe('the space of text', () => textQuotaLaws(make))
    describe('the blob references', () => {
      blobReferenceLaws(make)
      blobReferenceSchedules(make, options)
    })
    describe('renditions', () => renditionLaws(make))
    describe('damaged rows', () => damagedRowLaws(make))
    describe('leases', () => leaseLaws(make))
    describe('policy', () => policyLaws(make))
    describe('history', () => historyLaws(make))
    describe('traffic', () => trafficLaws(make))
  })
}
