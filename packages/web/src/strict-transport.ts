import type { HttpService, Method } from './service.ts'

/** One year, like the console's (RFC 6797). */
const strictTransport = 'max-age=31536000'

/**
 * If the public address is https, every answer tells browsers to use only https. Otherwise returns the service as it
 * is.
 */
export function withStrictTransport(service: HttpService, baseUrl: string): HttpService {
  if (!baseUrl.startsWith('https:')) return service

  function mark(response: Response): Response {
    response.headers.set('Strict-Transport-Security', strictTransport)
    return response
  }
  function marked<P extends unknown[]>(
    answer: (...parameters: P) => Response | Promise<Response>,
  ): (...parameters: P) => Response | Promise<Response> {
    return (...parameters) => {
      const response = answer(...parameters)
      return response instanceof Promise ? response.then(mark) : mark(response)
    }
  }

  const routes: HttpService['routes'] = {}
  for (const [path, methods] of Object.entries(service.routes)) {
    routes[path] = {}
    for (const [method, answer] of Object.entries(methods)) routes[path][method as Method] = marked(answer)
  }
  return { ...service, routes, fetch: marked((request, server) => service.fetch(request, server)) }
}
