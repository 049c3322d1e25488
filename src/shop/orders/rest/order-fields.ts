import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import {
  type Address,
  collapseWhitespace,
  maxOrderComments,
  normalizeState,
} from '../../../people/addresses/address.ts'
import { addressFields, withAddressFields } from '../../../people/addresses/address-json.ts'
import { countryCodes } from '../../../people/addresses/countries.ts'
import { addressRules } from '../../../people/addresses/country-rules.ts'
import { text } from '../../../platform/rest/fields.ts'
import { invalidFields, invalidParams, MAX_ID, missingParams, notInEnum } from '../../../platform/rest/params.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import type { ItemsChange } from '../by-hand/items.ts'
import type { OrderChange } from '../change-order.ts'
import { isReservedMeta, type SentMeta } from '../order-meta.ts'
import type { OrderStatus } from '../orders.table.ts'
import { itemFields, parseItems } from './item-fields.ts'
import { metaEntry, parseItemMeta, type StoredMeta, sentMeta } from './item-meta.ts'
import type { OrderJson } from './order-json.ts'
import { orderStatuses } from './order-shape.ts'

const MAX_SENT_META = 200
const MAX_REFERENCE_LENGTH = 200

const reference = text.pipe(
  z.string().trim().max(MAX_REFERENCE_LENGTH, `{name} takes at most ${MAX_REFERENCE_LENGTH} characters.`),
)

/** Writable fields of an order. Other fields may be sent back unchanged, but not changed. */
export const orderFields = z.looseObject({
  status: z.unknown().optional().meta({ enum: orderStatuses }),
  set_paid: z
    .boolean()
    .optional()
    .describe('Whether to mark the order as paid, for payments received outside the payment provider.'),
  transaction_id: reference
    .optional()
    .describe('Transaction ID for reference. Does not replace the ID of the payment provider.'),
  customer_note: z
    .string()
    .trim()
    .max(maxOrderComments)
    .transform((note) => note.replaceAll(/\r\n?/g, '\n'))
    .optional(),
  customer_id: z.int().min(0).max(MAX_ID).optional().describe('ID of the customer. 0 for guests.'),
  billing: addressFields.optional(),
  shipping: addressFields.optional(),
  meta_data: z.array(metaEntry).max(MAX_SENT_META).optional(),
  payment_method: z
    .string()
    .regex(/^[\w-]{0,50}$/, '{name} is not an id of a payment method.')
    .optional(),
  payment_method_title: reference.optional(),
  ...itemFields,
})

export type OrderBody = z.output<typeof orderFields>
type ParsedUpdate = {
  readonly to: OrderStatus | undefined
  readonly isPaid: boolean
  readonly items: ItemsChange | undefined
  readonly change: OrderChange
}

const wooStatuses = [
  ...['auto-draft', 'pending', 'processing', 'on-hold', 'completed', 'cancelled', 'refunded', 'failed'],
  'checkout-draft',
]

/** Derived fields, ignored because they may differ by the time that a client sends an order back. */
const derived: ReadonlySet<string> = new Set([
  ...['id', 'date_modified', 'date_modified_gmt', 'version', 'cart_hash', 'currency_symbol', 'payment_url', 'refunds'],
  ...['is_editable', 'needs_payment', 'needs_processing', 'manual_update', '_links'],
])

export function parseOrderUpdate(body: OrderBody, current: OrderJson): ParsedUpdate | RestError {
  const names = Object.keys(body).filter((name) => name !== 'id')
  if (names.length === 0) return missingParams(['status'])
  const { status, set_paid: isPaid = false, transaction_id, customer_note, customer_id, billing, shipping } = body
  const currentFields = new Map<string, unknown>(Object.entries(current))
  const meta = sentMeta(body.meta_data, current.meta_data)
  const readOnlyNames = names.filter((name) => !(name in orderFields.shape) && !derived.has(name))
  const changedNames = readOnlyNames.filter((name) => !isDeepStrictEqual(body[name], currentFields.get(name)))
  const to = orderStatuses.find((one) => one === status)
  const errors = {
    ...Object.fromEntries(changedNames.map((name) => [name, `${name} cannot be changed.`])),
    ...addressErrors('billing', billing, current.billing.email),
    ...addressErrors('shipping', shipping, ''),
    ...metaErrors(meta ?? [], current.meta_data),
    ...(isPaid && to && to !== current.status && to !== 'processing' && to !== 'completed'
      ? { status: `An order that is paid is not made “${to}” at once.` }
      : {}),
  }
  if (Object.keys(errors).length > 0) return invalidFields(errors)
  if (status !== undefined && !to) return unknownStatus
  const items = parseItems(body, current, current.currency)
  if (items && 'status' in items) return items
  const itemMeta = parseItemMeta(body, current)
  if ('status' in itemMeta) return itemMeta
  const { payment_method, payment_method_title } = body
  return {
    to: to === current.status ? undefined : to,
    isPaid,
    items: items ?? undefined,
    change: {
      customerNote: customer_note,
      customerId: customer_id === 0 ? null : customer_id,
      billing: billing && addressOf(billing, current.billing),
      shipping: shipping && addressOf({ ...shipping, email: undefined }, current.shipping),
      paymentMethod: payment_method === current.payment_method ? undefined : payment_method,
      paymentMethodTitle: payment_method_title === current.payment_method_title ? undefined : payment_method_title,
      paymentReference: transaction_id === current.transaction_id ? undefined : transaction_id,
      meta: meta?.filter(({ key }) => !isReservedMeta(key)),
      itemMeta: itemMeta.length > 0 ? itemMeta : undefined,
    },
  }
}

type SentAddress = z.output<typeof addressFields>

export function addressErrors(set: 'billing' | 'shipping', sent: SentAddress | undefined, emailBefore: string) {
  const isUnknown = sent?.country !== undefined && sent.country !== '' && !countryCodes.includes(sent.country)
  return {
    ...(isUnknown ? { [`${set}.country`]: 'There is no such country.' } : {}),
    ...(set === 'billing' && sent?.email === '' && emailBefore !== ''
      ? { 'billing.email': 'The email address cannot be removed: the customer is written to.' }
      : {}),
  }
}

/** Address fields as the checkout would store them; a state or postcode unknown to the country stays as sent. */
export function addressOf(sent: SentAddress, before: Pick<OrderJson['billing'], 'country' | 'state' | 'postcode'>) {
  const address = Object.fromEntries(
    Object.entries(withAddressFields({}, sent)).map(([name, value]) => [name, collapseWhitespace(value)]),
  ) as Partial<Address>
  const { country = before.country, state, postcode } = address
  const rules = addressRules(country)
  return {
    ...address,
    ...(state === undefined && address.country === undefined
      ? {}
      : { state: normalizeState(state ?? before.state, rules.provinces) }),
    ...(postcode === undefined && address.country === undefined
      ? {}
      : { postcode: rules.normalizePostcode(postcode ?? before.postcode) }),
  }
}

export const unknownStatus = invalidParams({ status: notInEnum('status', wooStatuses).error })

/** The shop's own metadata of an order may be sent back, but not changed. */
export function metaErrors(
  sent: readonly (SentMeta & { readonly key: string })[],
  known: StoredMeta,
): Record<string, string> {
  const knownValues = new Map<string, unknown>(known.map(({ key, value }) => [key, value]))
  for (const { key, value } of sent) {
    if (key === '') return { meta_data: 'meta_data needs a key for each new entry.' }
    if (isReservedMeta(key) && !isDeepStrictEqual(value, knownValues.get(key)))
      return { meta_data: `meta_data[${key}] is what the shop says of the order, and cannot be changed.` }
  }
  return {}
}
