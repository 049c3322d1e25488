import { z } from 'zod'
import { storableText } from '../storable-text.ts'
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

/** JSON Schema of the input of a schema, computed once. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const cached = documents.get(schema)
  if (cached) return cached
  const { $schema: _, ...document } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // Zod adds the limits of safe integers, which mean nothing to clients.
    override: ({ jsonSchema, zodSchema: { _zod: zod } }) => {
      // Zod omits defaults before a transformation, because they are outputs.
      if (zod.def.type === 'default' && jsonSchema.type === 'array') jsonSchema.default = zod.def.defaultValue as []
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      moveLast(jsonSchema, 'maxItems')
      moveLast(jsonSchema, 'default')
      moveLast(jsonSchema, 'description')
    },
  })
  documents.set(schema, document)
  return document
}

/** Reorders keys as in WordPress. */
function moveLast(schema: Record<string, unknown>, key: string): void {
  if (!(key in schema)) return
  const { [key]: value } = schema
  delete schema[key]
  schema[key] = value
}

/** The properties of an object's JSON Schema by name. */
export const propertiesOf = (schema: z.ZodObject): Readonly<Record<string, JsonSchema>> =>
  (jsonSchemaOf(schema).properties ?? {}) as Record<string, JsonSchema>

type Param = { readonly name: string; readonly schema: JsonSchema; readonly isRequired: boolean }

/** The meta field `documented` replaces the schema of a value that is parsed elsewhere. */
const documentationOf = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) =>
      key === 'documented' ? Object.entries(value as JsonSchema) : [[key, value]],
    ),
  )

/** The input of a call under the names of the documentation. */
export function paramsOf(call: { readonly query: z.ZodObject; readonly body: z.ZodObject }) {
  const required = (jsonSchemaOf(call.body).required ?? []) as readonly string[]
  const params = (schema: z.ZodObject): readonly Param[] =>
    Object.entries(propertiesOf(schema)).map(([name, one]) => ({
      name,
      schema: documentationOf(one),
      isRequired: required.includes(name),
    }))
  return { query: params(call.query), body: params(call.body) }
}

/** The same in the format of the REST index and of OPTIONS responses. */
export function argsOf(call: Parameters<typeof paramsOf>[0]): Readonly<Record<string, JsonSchema>> {
  const { query, body } = paramsOf(call)
  const args = [...query, ...body].map(({ name, schema, isRequired }) => [name, { ...schema, required: isRequired }])
  return Object.fromEntries(args) as Record<string, JsonSchema>
}

/** `name`, `name[]` and `name[0]` are the same parameter. */
const nameOfKey = (key: string): string => key.replace(/\[\d*\]$/, '')

/** Names of the parameters that were sent, also as `name[part]=value`. */
export const sentParams = (query: URLSearchParams): readonly string[] => [
  ...new Set([...query].flatMap(([key, value]) => (value === '' ? [] : [key.replace(/\[.*$/s, '')]))),
]

/** Parses query parameters by their schema; unknown ones are ignored. */
export function parseQuery<T extends z.ZodObject>(schema: T, query: URLSearchParams): Parsed<z.output<T>, RestError> {
  const byName = Map.groupBy(query, ([key]) => nameOfKey(key))
  const fields = Object.entries(propertiesOf(schema)).map(([name, json]) => {
    const items = (json.items ?? {}) as JsonSchema
    if (items.type === 'object') return [name, recordsOf(query, name, items)]
    // `name[part]=value` is an unsupported form of some filters.
    const isObject = [...byName.keys()].some((key) => key.startsWith(`${name}[`))
    return [name, isObject ? {} : queryValue(byName.get(name) ?? [], name, json)]
  })
  return parseInput(schema, Object.fromEntries(fields) as Fields, 'paths')
}

/**
 * How errors name nested values: forms by path ('bacs.accounts.0.transit'), WordPress by its field and brackets
 * ('variation[0][value]').
 */
type ErrorNames = 'paths' | 'brackets'

/** As in WordPress, numbers and booleans may be text, and missing fields are reported before invalid ones. */
export function parseBodyFields<T extends z.ZodObject>(
  schema: T,
  fields: Fields,
  names: ErrorNames = 'paths',
): Parsed<z.output<T>, RestError> {
  const required = (jsonSchemaOf(schema).required ?? []) as readonly string[]
  const missing = required.filter((name) => fields[name] === undefined || fields[name] === null)
  if (missing.length > 0) return failure(missingParams(missing))
  return parseInput(schema, coerce(fields, jsonSchemaOf(schema)) as Fields, names)
}

function parseInput<T extends z.ZodObject>(
  schema: T,
  fields: Fields,
  names: ErrorNames,
): Parsed<z.output<T>, RestError> {
  const parsed = schema.safeParse(fields, { reportInput: true })
  return parsed.success ? ok(parsed.data) : failure(inputError(parsed.error.issues, jsonSchemaOf(schema), names))
}

/** `name[]=a&name[]=b` and `name[0]=a` are lists like `name=a,b`. An empty optional text counts as missing. */
function queryValue(sent: readonly [string, string][], name: string, schema: JsonSchema): unknown {
  const listed = sent.filter(([key]) => key !== name)
  const text = listed.length > 0 ? listed.map(([, value]) => value).join(',') : sent[0]?.[1]
  if (text === undefined) return undefined
  if (schema.type === 'array') return coerce(splitList(text), schema)
  const isEmpty = text === '' && (schema.type === 'boolean' || schema.format === 'date-time' || !('default' in schema))
  return isEmpty ? undefined : coerce(text, schema)
}

const splitList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Parses `name[0][part]=value` as a list of objects, whose lists may be `name[0][part][]=value`. */
function recordsOf(query: URLSearchParams, name: string, items: JsonSchema): unknown {
  // JSON is refused, because to ignore it would look like filtering.
  const text = query.get(name)
  if (text?.startsWith('[')) return [text]
  const records = new Map<string, Record<string, unknown>>()
  for (const [key, value] of query) {
    const [, group, index, part] = /^(\w+)\[(\d{1,2})\]\[(\w+)\](?:\[\d*\])?$/.exec(key) ?? []
    if (group !== name || index === undefined || part === undefined) continue
    const record = records.get(index) ?? {}
    records.set(index, record)
    const isList = ownProperty(items.properties as object, part).type === 'array'
    record[part] = isList ? [...((record[part] ?? []) as unknown[]), ...splitList(value)] : value
  }
  return coerce([...records.values()], { items })
}

/** The schema of the value itself, without null. */
function expected(schema: JsonSchema): JsonSchema {
  const options = (schema.anyOf ?? []) as readonly JsonSchema[]
  return options.find(({ type }) => type !== 'null') ?? schema
}

const isNullable = ({ anyOf }: JsonSchema): boolean =>
  Array.isArray(anyOf) && anyOf.some(({ type }: JsonSchema) => type === 'null')

/** Converts text to numbers and booleans, and makes it storable in PostgreSQL. '' is null where null is allowed. */
function coerce(value: unknown, schema: JsonSchema): unknown {
  if (value === '' && isNullable(schema)) return null
  // Parsed elsewhere, where such characters are refused.
  if (schema.documented) return value
  const { type, items, properties } = expected(schema) as { type?: unknown; items?: JsonSchema; properties?: object }
  if (Array.isArray(value)) return value.map((item) => coerce(item, items ?? {}))
  if (isRecord(value)) {
    const coerced = ([name, one]: [string, unknown]) => [storableText(name), coerce(one, ownProperty(properties, name))]
    return Object.fromEntries(Object.entries(value).map(coerced)) as object
  }
  if (type === 'boolean') return booleanOf(typeof value === 'string' ? value.toLowerCase() : value) ?? value
  if (typeof value !== 'string') return value
  if (type === 'integer') return /^-?\d{1,15}$/.test(value) ? Number(value) : value
  if (type === 'number') return /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value
  return storableText(value)
}

const ownProperty = (schemas: object | undefined, name: string): JsonSchema =>
  (schemas && Object.hasOwn(schemas, name) ? (schemas as Record<string, JsonSchema>)[name] : undefined) ?? {}

type Issue = z.core.$ZodIssue

/** Parameters of a custom issue: its code, or the expected type, and the path within the value. */
export type CustomParams = { readonly code?: string; readonly type?: string; readonly at?: string }

/** The error for the first issue of each parameter, as in WooCommerce. */
function inputError(issues: readonly Issue[], schema: JsonSchema, names: ErrorNames): RestError {
  // Without a prototype, because fields may be called `constructor`.
  const errors = Object.create(null) as Record<string, ParamError>
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        const name = [...issue.path, key].join('.')
        errors[name] ??= { code: 'rest_invalid_param', message: `${name} is not known.` }
      }
      continue
    }
    const key = names === 'brackets' ? String(issue.path[0]) : keyOf(issue.path)
    errors[key] ??= paramError(issue, schema, names)
  }
  return invalidParams(errors)
}

/** Issues of list items are grouped by list, those of nested fields by field. */
const keyOf = (path: Issue['path']): string =>
  path.slice(1).some((part) => typeof part === 'string') ? path.join('.') : String(path[0] ?? 'body')

/** 'product_ids[0]' for an item, 'bacs.accounts.0.transit' for a nested field. */
const nameOf = (path: Issue['path'], names: ErrorNames): string =>
  names === 'brackets' || keyOf(path) === String(path[0])
    ? [String(path[0]), ...path.slice(1).map((part) => `[${String(part)}]`)].join('')
    : keyOf(path)

function paramError(issue: Issue, root: JsonSchema, names: ErrorNames): ParamError {
  const name = nameOf(issue.path, names)
  const { type, minimum, maximum } = expected(schemaAt(root, issue.path))
  if (issue.code === 'custom') {
    const { code = 'rest_invalid_param', type: wanted, at = '' } = (issue.params ?? {}) as CustomParams
    return wanted === undefined
      ? { code, message: issue.message.replace('{name}', name) }
      : invalidType(name + at, wanted).error
  }
  if (names === 'brackets' && issue.code === 'invalid_type' && issue.input === undefined) {
    const parent = nameOf(issue.path.slice(0, -1), names)
    return invalid('rest_property_required', `${String(issue.path.at(-1))} is a required property of ${parent}.`).error
  }
  if (issue.code === 'invalid_type' || issue.code === 'invalid_union')
    return invalidType(name, String(Array.isArray(type) ? type[0] : type)).error
  if (issue.code === 'invalid_value') return notInEnum(name, issue.values.map(String)).error
  const isBound = (issue.code === 'too_small' || issue.code === 'too_big') && /int|number/.test(issue.origin)
  if (isBound && typeof minimum === 'number') return outOfBounds(name, minimum, maximum as number | undefined).error
  return invalid('rest_invalid_param', issue.message.replace('{name}', name)).error
}

function schemaAt(root: JsonSchema, path: Issue['path']): JsonSchema {
  let schema = root
  for (const part of path) {
    const { properties, items } = expected(schema) as { properties?: Record<string, JsonSchema>; items?: JsonSchema }
    schema = (typeof part === 'number' ? items : properties?.[String(part)]) ?? {}
  }
  return schema
}
