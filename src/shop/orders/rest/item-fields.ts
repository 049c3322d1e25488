import { z } from 'zod'
import { collapseWhitespace } from '../../../people/addresses/address.ts'
import { type Currency, fractionDigits, parsePrice } from '../../../platform/money/money.ts'
import { addError } from '../../../platform/rest/fields.ts'
import { invalidFields, MAX_ID } from '../../../platform/rest/params.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import type { FeeChange, ItemsChange, LineChange, ShippingChange } from '../by-hand/items.ts'
import { MAX_META } from '../change-order.ts'
import { changeMeta } from '../order-meta.ts'
import { metaEntry, sentMeta } from './item-meta.ts'
import type { OrderJson } from './order-json.ts'

/* Items of an order as API clients and the back office send them: with an id to change one, without to add one. */

const MAX_ITEMS = 200
const MAX_QUANTITY = 1_000_000

const name = z.string().max(200).transform(collapseWhitespace)
const id = z.int().min(0).max(MAX_ID).optional()
const quantity = z.int().min(0).max(MAX_QUANTITY)
const list = <T extends z.ZodType>(item: T) => z.array(item).max(MAX_ITEMS).optional()
/** An amount of up to four decimals; the order's currency is not known yet. */
const amount = (isSigned = false) =>
  z.union([z.string(), z.number()]).transform((value, context) => {
    const text = String(value)
    const digits = text.startsWith('-') ? text.slice(1) : text
    const isValid = /^\d{1,10}(\.\d{1,4})?$/.test(digits) && (isSigned || digits === text)
    if (!isValid) addError(context, `{name} must be an amount such as ${isSigned ? '-' : ''}12.50.`)
    return text
  })
const itemMeta = z.array(metaEntry).max(MAX_META).optional()
const taxStatus = z.enum(['taxable', 'none']).optional()
const taxClass = z.string().max(200).optional()

export const itemFields = {
  line_items: list(
    z.looseObject({
      id,
      product_id: z.int().min(0).max(MAX_ID).nullable().optional(),
      variation_id: z.int().min(0).max(MAX_ID).optional(),
      sku: z.string().max(100).optional(),
      name: name.optional(),
      quantity: quantity.optional(),
      subtotal: amount().optional(),
      total: amount().optional(),
      meta_data: itemMeta,
    }),
  ),
  shipping_lines: list(
    z.looseObject({
      id,
      method_id: z.string().max(100).nullable().optional(),
      instance_id: z
        .union([z.string().max(100), z.number()])
        .transform(String)
        .optional(),
      method_title: name.optional(),
      total: amount().optional(),
      tax_status: taxStatus,
      meta_data: itemMeta,
    }),
  ),
  fee_lines: list(
    z.looseObject({
      id,
      name: name.nullable().optional(),
      total: amount(true).optional(),
      tax_class: taxClass,
      tax_status: taxStatus,
      meta_data: itemMeta,
    }),
  ),
  coupon_lines: list(z.looseObject({ id, code: z.string().trim().toLowerCase().max(200).optional() })),
  total_before: amount()
    .optional()
    .describe('Expected total of the order before the change. If the current total differs, nothing is changed.'),
  line_items_before: list(z.object({ id: z.int(), quantity })).describe(
    'Expected items of the order before the change. If the current items differ, nothing is changed.',
  ),
}

const items = z.object(itemFields)
type Items = z.output<typeof items>
type SentItem<K extends keyof Items> = NonNullable<Items[K]> extends readonly (infer Item)[] ? Item : never

const error = (code: string, message: string): RestError => ({ status: 400, code, message })
const noProduct = error('woocommerce_rest_required_product_reference', 'Product ID or SKU is required.')
const noMethod = error('woocommerce_rest_invalid_shipping_item', 'Shipping method ID is required.')
const noName = error('woocommerce_rest_invalid_fee_item', 'Fee name is required.')
const noCode = error('woocommerce_rest_invalid_coupon', 'Coupon code is required.')

/** The requested changes; null if the items equal those of the order. `current` is null for a new order. */
export function parseItems(sent: Items, current: OrderJson | null, currency: Currency): ItemsChange | RestError | null {
  let isExact = true
  const cents = (text: string | undefined): number | undefined => {
    if (text === undefined) return undefined
    const parsed = parsePrice(trimZeros(text.replace('-', ''), currency), currency)
    if (parsed === null) isExact = false
    return text.startsWith('-') && parsed !== 0 ? -(parsed ?? 0) : (parsed ?? 0)
  }
  const changes = {
    lines: (sent.line_items ?? []).map((line, index) => lineOf(line, current, { index, cents })),
    shipping: (sent.shipping_lines ?? []).map((line) => shippingOf(line, current, cents)),
    fees: (sent.fee_lines ?? []).map((fee) => feeOf(fee, current, cents)),
  }
  const coupons = sent.coupon_lines?.map(({ code = '' }) => code)
  const totalBefore = cents(sent.total_before)
  if (!isExact)
    return invalidFields({ total: `An amount in ${currency} has at most ${fractionDigits(currency)} decimals.` })
  if (coupons?.includes('')) return noCode
  for (const field of ['line_items', 'shipping_lines', 'fee_lines'] as const) {
    const ids = (sent[field] ?? []).flatMap((one) => (current && one.id) || [])
    if (new Set(ids).size < ids.length) return invalidFields({ [field]: `${field} names an item twice.` })
  }
  const refused = [...changes.lines, ...changes.shipping, ...changes.fees].find((one) => one !== null && 'code' in one)
  if (refused && 'code' in refused) return refused
  const isChange = <T>(one: T | RestError | null): one is T => one !== null
  const codes = current?.coupon_lines.map(({ code }) => code)
  const change: ItemsChange = {
    lines: changes.lines.filter(isChange<LineChange>),
    shipping: changes.shipping.filter(isChange<ShippingChange>),
    fees: changes.fees.filter(isChange<FeeChange>),
    coupons: coupons && isSameSet(coupons, codes ?? []) && current ? undefined : coupons && [...new Set(coupons)],
    totalBefore,
    linesBefore: sent.line_items_before,
  }
  const isNone = change.lines.length + change.shipping.length + change.fees.length === 0 && change.coupons === undefined
  return isNone && current ? null : change
}

/** Removes zeros beyond the decimals of the currency. */
const trimZeros = (text: string, currency: Currency): string => {
  const [whole = '', decimals = ''] = text.split('.')
  const digits = fractionDigits(currency)
  const extra = decimals.slice(digits)
  const kept = /^0*$/.test(extra) ? decimals.slice(0, digits) : decimals
  return kept === '' ? whole : `${whole}.${kept}`
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((code) => other.includes(code))

type Cents = (text: string | undefined) => number | undefined
type Line = SentItem<'line_items'>

function lineOf(
  line: Line,
  current: OrderJson | null,
  { index, cents }: { readonly index: number; readonly cents: Cents },
): LineChange | RestError | null {
  const { id: sentId = 0, quantity, subtotal, total } = line
  if (sentId > 0 && current) {
    const stored = current.line_items.find((one) => one.id === sentId)
    const isRemoved = line.product_id === null
    const newQuantity = isRemoved ? 0 : quantity
    const fixed =
      stored &&
      (['product_id', 'variation_id', 'sku', 'name', 'tax_class'] as const).find(
        (field) => line[field] !== undefined && line[field] !== null && line[field] !== stored[field],
      )
    if (fixed)
      return invalidFields({
        line_items: `line_items[${index}][${fixed}] cannot be changed: remove the line and add another one.`,
      })
    const ifChanged = (text: string | undefined, before: string | undefined) =>
      cents(text) === cents(before) ? undefined : cents(text)
    const change = {
      id: sentId,
      quantity: newQuantity === stored?.quantity ? undefined : newQuantity,
      subtotalCents: ifChanged(subtotal, stored?.subtotal),
      totalCents: ifChanged(total, stored?.total),
    }
    const isSame = Object.values({ ...change, id: undefined }).every((value) => value === undefined)
    return stored && isSame ? null : change
  }
  if (quantity === 0) return invalidFields({ line_items: `line_items[${index}][quantity] must be from 1.` })
  const product = productOf(line)
  if (!product) return noProduct
  return {
    product,
    quantity: quantity ?? 1,
    name: line.name === '' ? undefined : line.name,
    subtotalCents: cents(subtotal),
    totalCents: cents(total),
    meta: newMeta(line),
  }
}

const newMeta = ({ meta_data }: Pick<Line, 'meta_data'>) => changeMeta([], sentMeta(meta_data, []) ?? [])

function productOf({ variation_id, product_id, sku = '' }: Line): LineChange['product'] {
  const productId = variation_id || product_id
  return productId ? { id: productId } : sku === '' ? undefined : { sku }
}

const isTaxed = (status: 'taxable' | 'none' | undefined) => (status === undefined ? undefined : status === 'taxable')

function shippingOf(
  line: SentItem<'shipping_lines'>,
  current: OrderJson | null,
  cents: Cents,
): ShippingChange | RestError | null {
  const stored = current?.shipping_lines.find((one) => one.id === line.id)
  const isOld = line.id !== undefined && line.id > 0 && current !== null
  const { method_id = stored?.method_id, instance_id = stored?.instance_id ?? '' } = line
  const isRemoved = line.method_id === null
  if (isRemoved && isOld) return { id: line.id, isRemoved }
  if (!method_id && !stored) return isOld ? { id: line.id } : noMethod
  const rateId = instance_id === '' ? (method_id ?? '') : `${method_id}:${instance_id}`
  const change = { rateId, title: line.method_title, cents: cents(line.total), isTaxed: isTaxed(line.tax_status) }
  if (!isOld) return { ...change, title: change.title || 'Shipping', meta: newMeta(line) }
  const isSame =
    stored &&
    rateId === [stored.method_id, stored.instance_id].filter((part) => part !== '').join(':') &&
    (change.title ?? stored.method_title) === stored.method_title &&
    (change.cents ?? cents(stored.total)) === cents(stored.total) &&
    (line.tax_status ?? stored.tax_status) === stored.tax_status
  if (isSame) return null
  // Of a line that cost nothing, only the shop's method says whether it is taxed: sent back as it was, it is not a change.
  const isUnknown = cents(stored?.total) === 0 && line.tax_status === stored?.tax_status
  return { ...change, id: line.id, isTaxed: isUnknown ? undefined : change.isTaxed }
}

function feeOf(fee: SentItem<'fee_lines'>, current: OrderJson | null, cents: Cents): FeeChange | RestError | null {
  const index = current?.fee_lines.findIndex((one) => one.id === fee.id) ?? -1
  const stored = current?.fee_lines[index]
  const isOld = fee.id !== undefined && fee.id > 0 && current !== null
  if (fee.name === null && isOld) return { index, before: stored?.name, isRemoved: true }
  if (!fee.name && !isOld) return noName
  const status = fee.tax_status === stored?.tax_status ? undefined : fee.tax_status
  const change = {
    name: fee.name || undefined,
    cents: cents(fee.total),
    taxClass:
      fee.tax_class === undefined || fee.tax_class === stored?.tax_class ? undefined : fee.tax_class || 'standard',
    isTaxed: isTaxed(status),
  } as const
  if (!isOld) return { ...change, meta: newMeta(fee) }
  const isSame =
    stored &&
    (change.name ?? stored.name) === stored.name &&
    (change.cents ?? cents(stored.total)) === cents(stored.total) &&
    change.taxClass === undefined &&
    change.isTaxed === undefined
  return isSame ? null : { ...change, index, before: stored?.name }
}
