/*
 * Ends with 0 if every service that this container serves is ready. It reads the variables that the server reads,
 * so that it asks at the right ports.
 */
const usualPorts = { images: '8080', text: '8081', console: '8082' }

const { env } = process
const services = (env.PICTOGLYPH_SERVICES || 'images,text,console').split(',').map((name) => name.trim())
const ports = Object.entries(usualPorts)
  .filter(([name]) => services.includes(name))
  .map(([name, usual]) => env[`PICTOGLYPH_${name.toUpperCase()}_PORT`] || usual)

const outcomes = await Promise.allSettled(
  ports.map((port) => fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) })),
)
const isReady = outcomes.every((outcome) => outcome.status === 'fulfilled' && outcome.value.ok)
process.exit(isReady ? 0 : 1)
