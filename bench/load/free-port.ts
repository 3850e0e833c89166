/** A port that nothing listens on, for programs that can't choose one. */
export function freePort(): number {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })
  const { port } = server
  void server.stop(true)
  return port!
}
