export { createConsoleFace } from './console-face.ts'
export type { ConsoleOptions, RecentError } from './options.ts'
