import { createMemoryLimiter } from '@pictoglyph/limiter/memory'
import { createCommandScanner } from '@pictoglyph/renditions/scan/command-scanner'
import { createSharpRenditionMaker } from '@pictoglyph/renditions/sharp'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import type { Configuration } from '../configuration.ts'
import type { ImportPorts } from './import-images.ts'

/** The ports for uploads by a command: files are scanned and read like on a server. */
export async function openImportPorts(
  { scanCommand, dataDirectory, isIsolationRequired }: Configuration,
  ports: SitePorts,
  remark: (text: string) => void,
): Promise<{ site: ImportPorts } & AsyncDisposable> {
  const decoder = createSharpRenditionMaker({ isIsolationRequired })
  const scanner =
    scanCommand &&
    createCommandScanner({
      command: scanCommand,
      hidden: [dataDirectory],
      isIsolationRequired,
      onFailure: (reason) => remark(`The scanner failed: ${reason}`),
    })
  return {
    // The import uses no API key, so no key's use is counted.
    site: {
      ...ports,
      scanner,
      endFinder: decoder,
      keyLimiter: createMemoryLimiter({ maxClients: 1, maxStamps: 1 }),
    },
    async [Symbol.asyncDispose]() {
      await scanner?.close()
      await decoder.close()
    },
  }
}
