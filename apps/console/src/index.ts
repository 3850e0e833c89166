export { createConsoleService } from './console-service.ts'
export type { ConsoleOptions, RecentError } from './options.ts'
