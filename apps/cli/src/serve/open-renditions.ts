import { availableParallelism } from 'node:os'
import { createSharpRenditionMaker, type RenditionMeans } from '@pictoglyph/renditions/sharp'
import type { RenditionEvent } from '@pictoglyph/site/images/make-rendition'
import type { RenditionMaker } from '@pictoglyph/site/images/rendition-maker'
import { createRenditions, type Renditions } from '@pictoglyph/site/images/renditions'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { describeError, type Log } from '@pictoglyph/web/log'
import type { Configuration } from '../configuration.ts'

/** Makers on one machine, over all server processes. */
const maxMakers = 2

/** Opens the processes that decode images. */
export function openDecoder({
  configuration: { processes, isIsolationRequired },
  log,
  onTried,
}: {
  configuration: Configuration
  log: Log
  onTried: (means: RenditionMeans) => void
}): ReturnType<typeof createSharpRenditionMaker> {
  const atOnce = Math.max(1, Math.min(maxMakers, Math.floor(availableParallelism() / 2)))
  return createSharpRenditionMaker({
    atOnce: Math.max(1, Math.floor(atOnce / processes)),
    isIsolationRequired,
    onTried(means) {
      onTried(means)
      if (means.kind === 'none') log.warn({ reason: means.reason }, messages.unavailable)
      else if (means.isolation.kind === 'none')
        log.warn(means.isolation, 'renditions are made without isolation')
      else log.info(means.isolation, 'renditions are made in isolation')
    },
  })
}

/**
 * The site's renditions; their making is logged.
 * @param onOutcome called with whether one was made, or none can be
 */
export function openRenditions(
  site: SitePorts,
  { maker, log, onOutcome }: { maker: RenditionMaker; log: Log; onOutcome: (canMake: boolean) => void },
): Renditions {
  return createRenditions({
    site,
    maker,
    report(event) {
      if (event.kind === 'made' || event.kind === 'unavailable') onOutcome(event.kind === 'made')
      note(log, event)
    },
  })
}

const messages: Record<RenditionEvent['kind'], string> = {
  made: 'made a rendition',
  busy: 'the machine is too busy for a rendition',
  impossible: 'no rendition can be made of a file; it will not be tried again',
  unavailable: 'no smaller images are made',
  failed: 'a rendition was not stored',
}

function note(log: Log, event: RenditionEvent): void {
  if (event.kind === 'failed') {
    log.error({ source: event.source, error: describeError(event.error) }, messages.failed)
    return
  }
  const { kind, ...facts } = event
  if (kind === 'made' || kind === 'busy') log.info(facts, messages[kind])
  else log.warn(facts, messages[kind])
}
