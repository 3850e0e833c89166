/** Writes the descriptions of both services to `docs/openapi/`, where tests hold them against what is served. */
import { serializeOpenApi } from '@pictoglyph/http/openapi/description-routes'
import { describeImagesApi } from '@pictoglyph/images/openapi'
import { exportTextOpenApi } from '@pictoglyph/text'

const folder = `${import.meta.dir}/../../docs/openapi`
await Bun.write(`${folder}/images.json`, serializeOpenApi(describeImagesApi('http://localhost:8080')))
await Bun.write(`${folder}/text.json`, exportTextOpenApi())
