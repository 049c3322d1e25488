import { z } from 'zod'
import {
  booleanOf,
  failure,
  invalid,
  invalidParams,
  invalidType,
  type JsonSchema,
  missingParams,
  notInEnum,
  ok,
  outOfBounds,
  type ParamError,
  type Parsed,
} from './params.ts'
import { type Fields, isRecord } from './request.ts'
import type { RestError } from './response.ts'

const documents = new WeakMap<z.ZodType, JsonSchema>()

/** The JSON Schema of what a schema accepts, computed once. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const known = documents.get(schema)
  if (known) return known
  const { $schema: _, ...document } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // Zod limits integers to those of JavaScript, which tells clients nothing.
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  documents.set(schema, document)
  return document
}

/** The properties of an object's JSON Schema by name. */
export const propertiesOf = (schema: z.ZodObject): Readonly<Record<string, JsonSchema>> =>
  (jsonSchemaOf(schema).properties ?? {}) as Record<string, JsonSchema>

/** Parses the parameters of a query by their schema; other parameters are ignored. */
export function parseQuery<T extends z.ZodObject>(schema: T, query: URLSearchParams): Parsed<z.output<T>, RestError> {
  const sent = Object.entries(propertiesOf(schema)).map(([name, json]) => [name, queryValue(query, name, json)])
  return parseInput(schema, Object.fromEntries(sent) as Fields)
}

/**
 * Parses the fields of a JSON or form body by their schema. As in the WordPress REST API, numbers and booleans may be
 * sent as text, and missing fields are reported before invalid ones.
 */
export function parseBodyFields<T extends z.ZodObject>(schema: T, fields: Fields): Parsed<z.output<T>, RestError> {
  const required = (jsonSchemaOf(schema).required ?? []) as readonly string[]
  const missing = required.filter((name) => fields[name] === undefined || fields[name] === null)
  if (missing.length > 0) return failure(missingParams(missing))
  return parseInput(schema, coerce(fields, jsonSchemaOf(schema)) as Fields)
}

function parseInput<T extends z.ZodObject>(schema: T, fields: Fields): Parsed<z.output<T>, RestError> {
  const parsed = schema.safeParse(fields)
  return parsed.success ? ok(parsed.data) : failure(inputError(parsed.error.issues, jsonSchemaOf(schema)))
}

/**
 * One parameter of a query as the value that its schema expects. `name[]=a&name[]=b` and `name[0]=a` are equivalent to
 * `name=a,b`; an empty text means that the parameter was not sent, if it may be missing.
 */
function queryValue(query: URLSearchParams, name: string, schema: JsonSchema): unknown {
  const listed = [...query].filter(([key]) => key.startsWith(name) && /^\[\d*\]$/.test(key.slice(name.length)))
  const text = listed.length > 0 ? listed.map(([, value]) => value).join(',') : query.get(name)
  if (text === null) return undefined
  if (schema.type === 'array') {
    const parts = text.split(',').map((part) => part.trim())
    return coerce(
      parts.filter((part) => part !== ''),
      schema,
    )
  }
  const isEmpty = text === '' && (schema.type === 'boolean' || schema.format === 'date-time' || !('default' in schema))
  return isEmpty ? undefined : coerce(text, schema)
}

/** The kind of value that a schema expects; null beside it does not count. */
function expected(schema: JsonSchema): JsonSchema {
  const options = (schema.anyOf ?? []) as readonly JsonSchema[]
  return options.find(({ type }) => type !== 'null') ?? schema
}

const isNullable = ({ anyOf }: JsonSchema): boolean =>
  Array.isArray(anyOf) && anyOf.some(({ type }: JsonSchema) => type === 'null')

/** Texts of numbers and booleans as such, and texts that PostgreSQL can store. An empty text is null where null is allowed. */
function coerce(value: unknown, schema: JsonSchema): unknown {
  if (value === '' && isNullable(schema)) return null
  const { type, items, properties } = expected(schema) as { type?: unknown; items?: JsonSchema; properties?: object }
  if (Array.isArray(value)) return items ? value.map((item) => coerce(item, items)) : value
  if (isRecord(value)) {
    const schemas = properties as Readonly<Record<string, JsonSchema>> | undefined
    const coerced = ([name, one]: [string, unknown]) => [name, coerce(one, ownProperty(schemas, name))]
    return schemas ? Object.fromEntries(Object.entries(value).map(coerced)) : value
  }
  if (type === 'boolean') return booleanOf(typeof value === 'string' ? value.toLowerCase() : value) ?? value
  if (typeof value !== 'string') return value
  if (type === 'integer' || type === 'number') return /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value
  return value.replaceAll('\0', '').toWellFormed()
}

const ownProperty = (schemas: Readonly<Record<string, JsonSchema>> | undefined, name: string): JsonSchema =>
  (schemas && Object.hasOwn(schemas, name) ? schemas[name] : undefined) ?? {}

type Issue = z.core.$ZodIssue

/** The recorded error for the first issue of each parameter. */
function inputError(issues: readonly Issue[], schema: JsonSchema): RestError {
  const errors: Record<string, ParamError> = {}
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        const name = [...issue.path, key].join('.')
        errors[name] ??= { code: 'rest_invalid_param', message: `${name} is not known.` }
      }
      continue
    }
    errors[keyOf(issue.path)] ??= paramError(issue, schema)
  }
  return invalidParams(errors)
}

/** Items of lists are reported under the name of their list, fields of nested objects under their own. */
const keyOf = (path: Issue['path']): string =>
  path.slice(1).some((part) => typeof part === 'string') ? path.join('.') : String(path[0] ?? 'body')

/** 'product_ids[0]' for an item, 'bacs.accounts.0.transit' for a nested field. */
const nameOf = (path: Issue['path']): string =>
  keyOf(path) === String(path[0])
    ? [String(path[0]), ...path.slice(1).map((part) => `[${String(part)}]`)].join('')
    : keyOf(path)

function paramError(issue: Issue, root: JsonSchema): ParamError {
  const name = nameOf(issue.path)
  const { type, minimum, maximum } = expected(schemaAt(root, issue.path))
  if (issue.code === 'custom') {
    const { code = 'rest_invalid_param' } = (issue.params ?? {}) as { readonly code?: string }
    return code === 'rest_invalid_type'
      ? invalidType(name, issue.message).error
      : { code, message: issue.message.replace('{name}', name) }
  }
  if (issue.code === 'invalid_type' || issue.code === 'invalid_union')
    return invalidType(name, String(Array.isArray(type) ? type[0] : type)).error
  if (issue.code === 'invalid_value') return notInEnum(name, issue.values.map(String)).error
  const isBound = (issue.code === 'too_small' || issue.code === 'too_big') && /int|number/.test(issue.origin)
  if (isBound && typeof minimum === 'number') return outOfBounds(name, minimum, maximum as number | undefined).error
  return invalid('rest_invalid_param', issue.message).error
}

function schemaAt(root: JsonSchema, path: Issue['path']): JsonSchema {
  let schema = root
  for (const part of path) {
    const { properties, items } = expected(schema) as { properties?: Record<string, JsonSchema>; items?: JsonSchema }
    schema = (typeof part === 'number' ? items : properties?.[String(part)]) ?? {}
  }
  return schema
}
