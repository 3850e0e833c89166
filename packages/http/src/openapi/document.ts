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

export const operationMethods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'] as const
export type OperationMethod = (typeof operationMethods)[number]

export type PathItem = Readonly<Partial<Record<OperationMethod, Operation>>>

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

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required?: boolean
  description?: string
  schema: JsonSchema
  example?: JsonValue
}

export interface ResponseDescription {
  description: string
  headers?: Readonly<Record<string, HeaderDescription>>
  content?: Content
}

export interface HeaderDescription {
  description: string
  schema: JsonSchema
  example?: JsonValue
}

/** Media types and what a body of each looks like. */
export type Content = Readonly<Record<string, MediaTypeDescription>>

export interface MediaTypeDescription {
  schema: JsonSchema
  examples?: Readonly<Record<string, { summary?: string; value: JsonValue }>>
}

export type SecurityScheme = { type: 'http'; scheme: 'bearer'; description?: string }

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined }

/** A JSON Schema (draft 2020-12), as far as bodies are described with it. */
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
