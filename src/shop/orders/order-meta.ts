import { storableText } from '../../platform/storable-text.ts'

/** Metadata that API clients store with an order, in addition to the reserved keys of the shop. */

export type MetaValue = string | readonly MetaValue[] | { readonly [key: string]: MetaValue | number | boolean | null }

export type Meta = { readonly id: number; readonly key: string; readonly value: MetaValue }

/** An entry of a change: by id, else the first of its key, else a new one. Null deletes. */
export type SentMeta = { readonly id?: number | undefined; readonly key: string; readonly value: unknown }

/** Keys that the shop or programs for WooCommerce trust: a client that writes them could fake a payment. */
const reserved =
  /^_(samovar_|wcpay_|stripe_|wc_(order_attribution|stripe|shipment_tracking)_|paypal|order_|payment_|transaction_|cart_|prices_|date_|paid_|completed_|recorded_|download_|refund|billing_|shipping_|customer_|created_via|edit_lock|edit_last|intent_id|charge_|fraud_)/

export const isReservedMeta = (key: string): boolean => reserved.test(key)

/** The stored value: as in WordPress, numbers and booleans become texts. Undefined for null and other types. */
export function metaValueOf(value: unknown): MetaValue | undefined {
  if (typeof value === 'string') return storableText(value)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? '1' : ''
  return typeof value === 'object' && value !== null ? (clean(value) as MetaValue) : undefined
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(clean)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [storableText(key), clean(one)]))
}

/** What is sent for the metadata of one item of an order. */
export type ItemMetaChange = {
  readonly part: 'lines' | 'shippingLines' | 'fees'
  /** Of a fee, its position in the order. */
  readonly id: number
  readonly sent: readonly SentMeta[]
}

export type MetaPlan = {
  readonly deleted: readonly number[]
  readonly changed: readonly Meta[]
  readonly added: readonly Omit<Meta, 'id'>[]
}

export function planMeta(stored: readonly Meta[], sent: readonly SentMeta[]): MetaPlan {
  const deleted = new Set<number>()
  const changed = new Map<number, Meta>()
  const added = new Map<string, MetaValue>()
  for (const { id, key, value } of sent) {
    const remaining = stored.filter((one) => !deleted.has(one.id)).map((one) => changed.get(one.id) ?? one)
    const current = remaining.find((one) => one.id === id) ?? remaining.find((one) => one.key === key)
    const next = metaValueOf(value)
    if (next === undefined) {
      if (current) deleted.add(current.id)
      else added.delete(key)
    } else if (!current) added.set(key, next)
    else if (!isSame(current, { id: current.id, key, value: next }))
      changed.set(current.id, { id: current.id, key, value: next })
  }
  return {
    deleted: [...deleted],
    changed: [...changed.values()].filter(({ id }) => !deleted.has(id)),
    added: [...added].map(([key, value]) => ({ key, value })),
  }
}

/** The metadata of an item after a change. */
export function changeMeta(stored: readonly Meta[], sent: readonly SentMeta[]): readonly Meta[] {
  const { deleted, changed, added } = planMeta(stored, sent)
  const kept = stored.filter(({ id }) => !deleted.includes(id))
  const next = Math.max(0, ...stored.map(({ id }) => id)) + 1
  return [
    ...kept.map((one) => changed.find(({ id }) => id === one.id) ?? one),
    ...added.map((one, index) => ({ id: next + index, ...one })),
  ]
}

const isSame = (one: Meta, other: Meta): boolean =>
  one.key === other.key && JSON.stringify(one.value) === JSON.stringify(other.value)
