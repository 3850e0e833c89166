/**
 * Browser bundles from the build of the program, by the name of their entry. Empty if the program runs from its
 * sources; `deploy/release` replaces this file by a full one.
 */
export const finishedBundles: Readonly<Record<string, string>> = {}
