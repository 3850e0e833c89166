export { createImagesService } from './images-service.ts'
export type { ImagesEvents, ImagesServiceOptions } from './options.ts'
export { defaultUploadBounds } from './options.ts'
