import type { StagedFile } from './blob-store.ts'

/** Looks for harm in files before they are stored. */
export interface FileScanner {
  /**
   * `clean`, `infected`, or `failed` if there is no verdict, because the scanner is missing, broken, too slow or too
   * busy. Reads all of the file and changes nothing; never throws because of a file's content.
   */
  scan(file: Pick<StagedFile, 'sizeBytes' | 'read'>): Promise<ScanVerdict>
}

/** A scanner's verdict on a file. */
export type ScanVerdict = 'clean' | 'infected' | 'failed'
