import { findOrAddAlbum } from '@pictoglyph/site/albums'
import type { Album } from '@pictoglyph/site/language/records'
import type { SignedInContext } from '../context/console-context.ts'
import { newAlbumField } from './new-album-choice.ts'

/** Finds the member's album by a typed name, or creates it. */
export const chosenAlbum = ({ services, actor, user }: SignedInContext, name: string): Promise<Album> =>
  findOrAddAlbum(services.site, actor, { ownerId: user.id, name, field: newAlbumField })
