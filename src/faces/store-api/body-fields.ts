import { z } from 'zod'
import { listOf } from '../../platform/rest/fields.ts'
import type { JsonSchema } from '../../platform/rest/params.ts'
import { type Fields, isRecord } from '../../platform/rest/request.ts'
import { addressFields, type billingAddressShape, type shippingAddressShape } from './shapes/common.ts'

/** Numbers are accepted as text, also long ones and with surrounding spaces. */
const numberOf = (value: unknown): unknown =>
  typeof value === 'string' && value.length <= 20 && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value

export const number = (description: string) => z.preprocess(numberOf, z.number()).optional().describe(description)

export const integer = (description: string) =>
  z
    .preprocess(
      numberOf,
      z
        .number()
        .refine((value) => Number.isInteger(value), { params: { type: 'integer' } })
        .meta({ type: 'integer' }),
    )
    .optional()
    .describe(description)

const textUpTo = (maxLength: number) => z.string().max(maxLength, `{name} takes at most ${maxLength} characters.`)

const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value)

export const text = (maxLength: number, description: string) =>
  z.preprocess(asText, textUpTo(maxLength)).describe(description)

/** A text that is only compared, of any length. */
export const anyText = (description: string) => z.preprocess(asText, z.string()).describe(description)

/** An empty text counts as missing. */
export const boolean = (description: string) =>
  z.preprocess((value) => (value === '' ? undefined : value), z.boolean().optional()).describe(description)

const expectedObject = { params: { type: 'object' } } as const

/** An object whose fields are parsed elsewhere; `documented` is their JSON Schema. */
export const anyObject = (description: string, documented: JsonSchema = {}) =>
  z.custom<Fields>(isRecord, expectedObject).meta({ type: 'object', documented, description })

/** An object, or the list as which PHP serializes an empty object. */
export const objectOrList = (isList: (list: readonly unknown[]) => boolean) =>
  z
    .custom<Fields | readonly unknown[]>(
      (value) => isRecord(value) || (Array.isArray(value) && isList(value)),
      expectedObject,
    )
    .meta({ type: 'object' })

export const address = (shape: typeof shippingAddressShape | typeof billingAddressShape, description: string) =>
  anyObject(description, addressFields(shape))

/** Payment data includes tokens of wallets. */
const MAX_PART_LENGTH = 10_000

const pairPart = z
  .preprocess(
    (value) => (value === null ? '' : typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
    textUpTo(MAX_PART_LENGTH),
  )
  .optional()

export const pairs = <const K extends string>(key: K, description: string) =>
  listOf(z.object({ [key]: pairPart, value: pairPart }))
    .optional()
    .transform((items = []) => items.map((item) => [item[key] ?? '', item.value ?? ''] as const))
    .describe(description)
