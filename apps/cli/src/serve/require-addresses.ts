import type { Configuration } from '../../configuration.ts'

/**
 * Workers share their ports with whoever of the same user asks to, a second server started by mistake too. So
 * each is first opened alone and closed again.
 * @throws if another process listens on one
 */
export async function requireFreePorts({ enabledFaces, faces }: Configuration): Promise<void> {
  for (const name of enabledFaces) {
    const { host: hostname, port } = faces[name]
    const server = Bun.serve({ hostname, port, reusePort: false, fetch: () => new Response() })
    await server.stop(true)
  }
}
