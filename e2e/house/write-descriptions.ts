/** Writes what is made of the code: `docs/openapi`, the tables of `docs/errors.md`, and the client's error codes. */
import { serializeOpenApi } from '@pictoglyph/http/openapi/description-routes'
import { describeImagesApi } from '@pictoglyph/images/openapi'
import { exportTextOpenApi } from '@pictoglyph/text'
import { clientCodes, clientCodesPath, errorsPagePath, withErrorTables } from './error-tables.ts'
import { document, root } from './markdown.ts'

const folder = `${root}/docs/openapi`
await Bun.write(`${folder}/images.json`, serializeOpenApi(describeImagesApi('http://localhost:8080')))
await Bun.write(`${folder}/text.json`, exportTextOpenApi())
await Bun.write(`${root}/${errorsPagePath}`, withErrorTables((await document(errorsPagePath)).text))
await Bun.write(`${root}/${clientCodesPath}`, clientCodes())
