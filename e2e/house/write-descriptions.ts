/** Writes what is made of the code: `docs/openapi`, `docs/reference/schema.md`, the tables of `docs/reference/errors.md` and of policies, the client's error codes. */
import { describeImagesApi } from '@pictoglyph/images/openapi'
import { exportTextOpenApi } from '@pictoglyph/text'
import { serializeOpenApi } from '@pictoglyph/web/openapi/description-routes'
import { clientCodes, clientCodesPath, errorsPagePath, withErrorTables } from './error-tables.ts'
import { document, root } from './markdown.ts'
import { configurationPagePath, withPolicyTable } from './policy-table.ts'
import { schemaPage, schemaPagePath } from './schema-page.ts'

const folder = `${root}/docs/openapi`
await Bun.write(`${folder}/images.json`, serializeOpenApi(describeImagesApi('http://localhost:8080')))
await Bun.write(`${folder}/text.json`, exportTextOpenApi())
await Bun.write(`${root}/${errorsPagePath}`, withErrorTables((await document(errorsPagePath)).text))
await Bun.write(
  `${root}/${configurationPagePath}`,
  withPolicyTable((await document(configurationPagePath)).text),
)
await Bun.write(`${root}/${clientCodesPath}`, clientCodes())
await Bun.write(`${root}/${schemaPagePath}`, await schemaPage())
