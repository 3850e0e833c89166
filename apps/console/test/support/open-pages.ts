import { consoleRoutes } from '../../src/console-routes.ts'

/** The paths of the console that anyone may open, as they are routed. */
export const openPages: readonly string[] = consoleRoutes
  .filter(({ method, access }) => method === 'GET' && access === 'anyone')
  .map(({ path }) => path)
