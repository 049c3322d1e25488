import { z } from 'zod'
import { jsonSchemaOf } from './input.ts'
import type { JsonSchema } from './params.ts'
import { isRecord } from './request.ts'

/*
 * What the items of a resource are, written once: the compiler checks the code that makes them, the OpenAPI document
 * shows them, and the answer to OPTIONS has them as WordPress does. A field is answered for reading and for editing, and
 * may be sent, unless said.
 */

export const itemContexts = ['view', 'embed', 'edit'] as const
type ItemContext = (typeof itemContexts)[number]

const withMeta = <T extends z.ZodType>(schema: T, more: Readonly<Record<string, unknown>>): T =>
  schema.meta({ ...schema.meta(), ...more })

export const fixed = <T extends z.ZodType>(schema: T): T => withMeta(schema, { readOnly: true })
export const allFixed = <S extends z.core.$ZodLooseShape>(shape: S): S =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, fixed(schema as z.ZodType)])) as S
/** Several fields that are alike. */
export const each = <T extends z.ZodType, const N extends string>(schema: T, ...names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<N, T>
/** A field that is answered in other contexts. */
export const shownIn = <T extends z.ZodType>(schema: T, ...contexts: readonly ItemContext[]): T =>
  withMeta(schema, { 'x-context': contexts })
/** A field that is also answered where an item stands inside of another. */
export const everywhere = <T extends z.ZodType>(schema: T): T => shownIn(schema, 'view', 'embed', 'edit')
/** A field that only editors see. */
export const forEditing = <T extends z.ZodType>(schema: T) => shownIn(schema.optional(), 'edit')
/** A field that is sent, and never answered. */
export const sent = <T extends z.ZodType>(schema: T) => withMeta(forEditing(schema), { writeOnly: true })
/** A field with a default for new items. */
export const initially = <T extends z.ZodType>(schema: T, value: z.output<T>): T => withMeta(schema, { default: value })

/** A time in the form of the API, without an offset. */
export const time = z.string().meta({ format: 'date-time' })
export const uri = z.string().meta({ format: 'uri' })
export const emailText = z.string().meta({ format: 'email' })

export const metaList = z.array(z.strictObject({ id: fixed(z.int()), key: z.string(), value: z.unknown() }))

const links = everywhere(z.record(z.string(), z.array(z.looseObject({ href: z.string() })).optional()))

/** The shape of an item; `title` is the name of its kind in the schemas of WordPress. */
export const itemShape = <S extends z.core.$ZodLooseShape>(title: string, shape: S) =>
  z.strictObject({ ...shape, _links: links.optional() }).meta({ title })

/** What the code that makes an item has to return. */
export type Item<T extends z.ZodType> = Frozen<z.output<T>>
type Frozen<T> = T extends readonly (infer I)[]
  ? readonly Frozen<I>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T

/** The shape of the items of an answer, if it is one with a title. */
export function itemShapeOf(response: z.ZodType | undefined): z.ZodType | null {
  const shape = response instanceof z.ZodArray ? (response.element as z.ZodType) : response
  return shape?.meta()?.title === undefined ? null : shape
}

const propertiesIn = (schema: JsonSchema) => (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>
const contextsIn = (schema: JsonSchema) => (schema['x-context'] ?? ['view', 'edit']) as readonly ItemContext[]

/** The alternatives of a schema, each of one type. */
function optionsOf({ anyOf, ...schema }: JsonSchema): readonly JsonSchema[] {
  if (anyOf) return anyOf as readonly JsonSchema[]
  return Array.isArray(schema.type) ? schema.type.map((type: unknown) => ({ ...schema, type })) : [schema]
}
const isNull = ({ type }: JsonSchema): boolean => type === 'null'

/** An item, or a part of one, with the fields that are answered in this context. */
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

/** The schema of an item in the OpenAPI document, where fields may be missing that some context does not have. */
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

/** The item schema in the answer to OPTIONS. WooCommerce has types of its own, and does not say what may be null. */
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

/** Without what WordPress has no words for. */
function typed(outer: JsonSchema, isWooCommerce: boolean): JsonSchema {
  const options = optionsOf(outer)
  const known = options.filter((option) => !isNull(option))
  const { type, enum: values, default: initial, description, format, items, ...schema } = { ...outer, ...known[0] }
  const isTime = isWooCommerce && format === 'date-time'
  const types = [
    ...new Set(known.map((option) => (isTime ? 'date-time' : (option.type ?? 'mixed')))),
    ...(known.length < options.length && !isWooCommerce ? ['null'] : []),
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
