import type { StoredThing } from '@pictoglyph/site/things/stored-thing'

/** Id of a thing's row in its list. Two kinds in one page may have things of the same id. */
export const thingAnchor = ({ kind }: Pick<StoredThing, 'kind'>, id: string): string => `${kind}-${id}`
