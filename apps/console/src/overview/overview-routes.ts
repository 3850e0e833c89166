import { type ConsoleRoute, operatorPage } from '../routing/route.ts'
import { showOverview } from './overview-page.tsx'

export const overviewRoutes: ConsoleRoute[] = [operatorPage('/overview', showOverview)]
