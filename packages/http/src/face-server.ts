import type { Server } from 'bun'

/** The server that a face is asked through. */
export type FaceServer = Server<undefined>
