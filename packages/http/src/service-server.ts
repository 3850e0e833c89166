import type { Server } from 'bun'

/** The server that a service is asked through. */
export type ServiceServer = Server<undefined>
