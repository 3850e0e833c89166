/** Work that only one process of the site does at a time. A lease that is not renewed ends by itself. */
export interface LeaseStore {
  /** Takes the lease for `forMs` from now, or renews the holder's own; false while someone else has it. */
  take(name: string, holder: string, forMs: number): Promise<boolean>
  /** Gives it back, if it is still the holder's. */
  release(name: string, holder: string): Promise<void>
  /** Ends all leases: in a copy of a site no process holds them. */
  endAll(): Promise<void>
}
