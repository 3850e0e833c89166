import { albums } from './albums.ts'
import { care } from './care.ts'
import { images } from './images.ts'
import { linksAndThings } from './links-and-things.ts'
import { takeDowns } from './take-downs.ts'
import { uploads } from './uploads.ts'

export const chapters = [uploads, images, albums, takeDowns, linksAndThings, care]
