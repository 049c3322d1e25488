import { z } from 'zod'
import { jsonSchemaOf } from './input.ts'
import type { JsonSchema } from './params.ts'
import { isRecord } from './request.ts'

/*
 * Shapes of REST items, declared once: the compiler checks the code that builds them, and the OpenAPI document and
 * OPTIONS responses are generated. By default a field is in responses for reading and editing, and writable.
 */

export const itemContexts = ['view', 'embed', 'edit'] as const
type ItemContext = (typeof itemContexts)[number]

const withMeta = <T extends z.ZodType>(schema: T, meta: Readonly<Record<string, unknown>>): T =>
  schema.meta({ ...schema.meta(), ...meta })

export const fixed = <T extends z.ZodType>(schema: T): T => withMeta(schema, { readOnly: true })
export const allFixed = <S extends z.core.$ZodLooseShape>(shape: S): S =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, fixed(schema as z.ZodType)])) as S
/** The same schema for several fields. */
export const each = <T extends z.ZodType, const N extends string>(schema: T, ...names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<N, T>
/** A field that is returned in these contexts. */
export const shownIn = <T extends z.ZodType>(schema: T, ...contexts: readonly ItemContext[]): T =>
  withMeta(schema, { 'x-context': contexts })
/** A field that is also returned in embedded items. */
export const embeddable = <T extends z.ZodType>(schema: T): T => shownIn(schema, 'view', 'embed', 'edit')
/** A field for editors only. */
export const editOnly = <T extends z.ZodType>(schema: T) => shownIn(schema.optional(), 'edit')
/** A write-only field. */
export const writeOnly = <T extends z.ZodType>(schema: T) => withMeta(editOnly(schema), { writeOnly: true })
/** A field with a default for new items. */
export const defaultTo = <T extends z.ZodType>(schema: T, value: z.output<T>): T => withMeta(schema, { default: value })

/** A time in the API's format, without an offset. */
export const time = z.string().meta({ format: 'date-time' })
export const uri = z.string().meta({ format: 'uri' })
export const emailText = z.string().meta({ format: 'email' })

export const metaList = z.array(z.strictObject({ id: fixed(z.int()), key: z.string(), value: z.unknown() }))

const links = embeddable(z.record(z.string(), z.array(z.looseObject({ href: z.string() })).optional()))

/** The shape of an item; `title` is its name in WordPress's schemas. */
export const itemShape = <S extends z.core.$ZodLooseShape>(title: string, shape: S) =>
  z.strictObject({ ...shape, _links: links.optional() }).meta({ title })

/** Type that the code which builds an item must return. */
export type Item<T extends z.ZodType> = Frozen<z.output<T>>
type Frozen<T> = T extends readonly (infer I)[]
  ? readonly Frozen<I>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T

/** The shape of the items in a response; null if it has no title. */
export function itemShapeOf(response: z.ZodType | undefined): z.ZodType | null {
  const shape = response instanceof z.ZodArray ? (response.element as z.ZodType) : response
  return shape?.meta()?.title === undefined ? null : shape
}

const propertiesIn = (schema: JsonSchema) => (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>
const contextsIn = (schema: JsonSchema) => (schema['x-context'] ?? ['view', 'edit']) as readonly ItemContext[]

/** The alternatives of a schema, one per type. */
function optionsOf({ anyOf, ...schema }: JsonSchema): readonly JsonSchema[] {
  if (anyOf) return anyOf as readonly JsonSchema[]
  return Array.isArray(schema.type) ? schema.type.map((type: unknown) => ({ ...schema, type })) : [schema]
}
const isNull = ({ type }: JsonSchema): boolean => type === 'null'

/** An item or a part of it, with only the fields of this context. */
export function inContext(schema: JsonSchema, value: unknown, context: ItemContext): unknown {
  const known: JsonSchema = { ...schema, ...optionsOf(schema).find((option) => !isNull(option)) }
  if (Array.isArray(value)) return value.map((item) => inContext((known.items ?? {}) as JsonSchema, item, context))
  if (!isRecord(value)) return value
  const fields = propertiesIn(known)
  const isShown = (name: string) => !Object.hasOwn(fields, name) || contextsIn(fields[name] ?? {}).includes(context)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      isShown(name) ? [[name, inContext(fields[name] ?? {}, one, context)]] : [],
    ),
  )
}

/** Schema of an item in the OpenAPI document; fields that some context omits are optional. */
export function answerSchema(shape: z.ZodType): JsonSchema {
  const schema = jsonSchemaOf(shape)
  const used = new Set(Object.values(propertiesIn(schema)).flatMap((field) => contextsIn(field)))
  const isAlwaysShown = (field: JsonSchema) => [...used].every((context) => contextsIn(field).includes(context))
  const relaxed = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(relaxed)
    if (!isRecord(part)) return part
    const inside = Object.fromEntries(Object.entries(part).map(([name, one]) => [name, relaxed(one)]))
    if (!Array.isArray(part.required)) return inside
    const fields = propertiesIn(part)
    return { ...inside, required: part.required.filter((name: string) => isAlwaysShown(fields[name] ?? {})) }
  }
  return relaxed(schema) as JsonSchema
}

/** Schema of an item in OPTIONS responses. WooCommerce uses its own types, and does not mark nullable fields. */
export function itemSchema(shape: z.ZodType, namespace: string): JsonSchema {
  const schema = jsonSchemaOf(shape)
  const { _links, ...fields } = propertiesIn(schema)
  return {
    $schema: 'http://json-schema.org/draft-04/schema#',
    title: schema.title,
    type: 'object',
    properties: described(fields, namespace.startsWith('wc/')),
  }
}

const described = (fields: Readonly<Record<string, JsonSchema>>, isWooCommerce: boolean) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      name,
      {
        ...typed(schema, isWooCommerce),
        context: contextsIn(schema),
        ...(schema.readOnly === true ? { readonly: true } : {}),
      },
    ]),
  )

/** Removes what WordPress's schemas cannot express. */
function typed(outer: JsonSchema, isWooCommerce: boolean): JsonSchema {
  const options = optionsOf(outer)
  const nonNull = options.filter((option) => !isNull(option))
  const { type, enum: values, default: initial, description, format, items, ...schema } = { ...outer, ...nonNull[0] }
  const isTime = isWooCommerce && format === 'date-time'
  const types = [
    ...new Set(nonNull.map((option) => (isTime ? 'date-time' : (option.type ?? 'mixed')))),
    ...(nonNull.length < options.length && !isWooCommerce ? ['null'] : []),
  ]
  const fields = propertiesIn(schema)
  return {
    ...(description === undefined ? {} : { description }),
    type: types.length === 1 ? types[0] : types,
    ...(format === undefined || isTime ? {} : { format }),
    ...(values === undefined ? {} : { enum: values }),
    ...(initial === undefined ? {} : { default: initial }),
    ...(type === 'array' && isRecord(items) && !('not' in items) ? { items: typed(items, isWooCommerce) } : {}),
    ...(Object.keys(fields).length > 0 ? { properties: described(fields, isWooCommerce) } : {}),
  }
}
