import { z } from 'zod'
import type { ConsoleContext } from '../context/console-context.ts'
import { seal, unseal } from '../context/sealed.ts'
import type { ProviderFlow } from './provider.ts'

const flowSeconds = 10 * 60

const kept = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  return: z.string(),
  untilMs: z.number(),
})

/** Stores the flow in the browser that began it, sealed for this browser and for ten minutes. */
export async function keepFlow(context: ConsoleContext, flow: ProviderFlow): Promise<void> {
  const { services, hono } = context
  const untilMs = services.site.clock() + flowSeconds * 1_000
  const sealed = seal(await services.siteKey(), useOf(context), JSON.stringify({ ...flow, untilMs }))
  services.cookies.set(hono, 'provider', sealed, flowSeconds)
}

/** Takes the flow that this browser began, and removes it; `undefined` without a valid one. */
export async function takeFlow(context: ConsoleContext): Promise<ProviderFlow | undefined> {
  const { services, hono } = context
  const sealed = services.cookies.get(hono, 'provider')
  services.cookies.remove(hono, 'provider')
  const opened = sealed && unseal(await services.siteKey(), useOf(context), sealed)
  if (opened === undefined || opened === '') return undefined
  const { untilMs, ...flow } = kept.parse(JSON.parse(opened))
  return services.site.clock() < untilMs ? flow : undefined
}

/** The token of a browser's forms identifies the browser. */
const useOf = ({ csrfToken }: ConsoleContext): string => `provider ${csrfToken}`
