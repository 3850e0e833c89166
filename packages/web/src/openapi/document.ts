/**
 * The part of OpenAPI 3.1 (https://spec.openapis.org/oas/v3.1.1) that the services use to describe themselves.
 * Descriptions are plain text: blank lines separate paragraphs, and `code` is between backquotes.
 */
export interface OpenApiDocument {
  openapi: '3.1.1'
  info: {
    title: string
    version: string
    summary?: string
    description?: string
    license?: { name: string; identifier: string }
  }
  servers: readonly { url: string; description?: string }[]
  tags?: readonly { name: string; description?: string }[]
  paths: Readonly<Record<string, PathItem>>
  components?: {
    schemas?: Readonly<Record<string, JsonSchema>>
    securitySchemes?: Readonly<Record<string, SecurityScheme>>
  }
  security?: readonly Readonly<Record<string, readonly string[]>>[]
}

/** The methods that an operation can have. */
export const operationMethods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'] as const
/** One of {@link operationMethods}. */
type OperationMethod = (typeof operationMethods)[number]

/** The operations of one path. */
type PathItem = Readonly<Partial<Record<OperationMethod, Operation>>>

/** An operation: a method of a path. */
export interface Operation {
  operationId: string
  summary: string
  description?: string
  tags?: readonly string[]
  parameters?: readonly Parameter[]
  requestBody?: { description?: string; required: boolean; content: Content }
  /** By status, such as `'200'`. */
  responses: Readonly<Record<string, ResponseDescription>>
  security?: readonly Readonly<Record<string, readonly string[]>>[]
}

/** A parameter in the path, the query or a header. */
export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required?: boolean
  description?: string
  schema: JsonSchema
  example?: JsonValue
}

/** An answer of an operation. */
export interface ResponseDescription {
  description: string
  headers?: Readonly<Record<string, HeaderDescription>>
  content?: Content
}

/** A header of an answer. */
export interface HeaderDescription {
  description: string
  schema: JsonSchema
  example?: JsonValue
}

/** The bodies of a request or an answer, by media type. */
export type Content = Readonly<Record<string, MediaTypeDescription>>

/** A body of one media type. */
export interface MediaTypeDescription {
  schema: JsonSchema
  examples?: Readonly<Record<string, { summary?: string; value: JsonValue }>>
}

/** How clients prove who they are. */
type SecurityScheme = { type: 'http'; scheme: 'bearer'; description?: string }

/** Any value of JSON. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined }

/** The part of JSON Schema (draft 2020-12) that describes bodies here. */
export interface JsonSchema {
  $ref?: string
  type?: string | readonly string[]
  title?: string
  description?: string
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  oneOf?: readonly JsonSchema[]
  anyOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
  discriminator?: { propertyName: string; mapping: Readonly<Record<string, string>> }
  enum?: readonly JsonValue[]
  const?: JsonValue
  default?: JsonValue
  examples?: readonly JsonValue[]
  format?: string
  contentMediaType?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}
