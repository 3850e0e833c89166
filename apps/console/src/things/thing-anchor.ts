import type { StoredThing } from '@pictoglyph/site/things/stored-thing'

/** Id of a thing's row in its list. Things of different kinds on a page may have the same id. */
export const thingAnchor = ({ kind }: Pick<StoredThing, 'kind'>, id: string): string => `${kind}-${id}`
