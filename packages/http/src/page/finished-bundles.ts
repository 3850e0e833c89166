/**
 * What browsers get, bundled when the program was built, by the name of its entry. Empty where the program runs from
 * its sources; `deploy/release` puts a full one in its place.
 */
export const finishedBundles: Readonly<Record<string, string>> = {}
