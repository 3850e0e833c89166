export { createImagesFace } from './images-face.ts'
export type { ImagesEvents, ImagesFaceOptions } from './options.ts'
