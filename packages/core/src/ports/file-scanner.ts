import type { StagedFile } from './blob-store.ts'

/** Looks for harm in files before they are stored. */
export interface FileScanner {
  /**
   * `clean`, `infected`, or `failed` where nobody can say, because the scanner is away, broken, too slow or too busy.
   * Reads all of the file and changes nothing; never throws for what a file holds.
   */
  scan(file: Pick<StagedFile, 'sizeBytes' | 'read'>): Promise<ScanVerdict>
}

/** What a scanner says of a file. */
export type ScanVerdict = 'clean' | 'infected' | 'failed'
