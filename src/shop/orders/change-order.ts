import type { Address } from '../../people/addresses/address.ts'
import { lockUserKey } from '../../people/identity/users.store.ts'
import type { Tx } from '../../platform/database/connect.ts'
import { type Result, refused } from '../../platform/database/result.ts'
import { canonicalEmail } from '../pricing/canonical-email.ts'
import { writeItemMeta, writeOrderMeta } from './order-meta.store.ts'
import type { ItemMetaChange, SentMeta } from './order-meta.ts'
import { needsPayment } from './order-status.ts'
import { insertOrderNote, type Order, setOrder } from './orders.store.ts'

/** Changes to an order other than to its status and items. */
export type OrderChange = {
  readonly customerNote?: string | undefined
  readonly customerId?: number | null | undefined
  readonly billing?: Partial<Address> | undefined
  readonly shipping?: Partial<Address> | undefined
  /** Only until the order is paid or accepted. */
  readonly paymentMethod?: string | undefined
  readonly paymentMethodTitle?: string | undefined
  readonly paymentReference?: string | undefined
  readonly meta?: readonly SentMeta[] | undefined
  readonly itemMeta?: readonly ItemMetaChange[] | undefined
}

export type OrderChangeProblem =
  /** Personal data of the order was removed, and none may be added. */
  | 'anonymised'
  | 'no-such-customer'
  /** The provider's transaction id must not be replaced. */
  | 'paid-by-provider'
  | 'method-fixed'
  | 'too-much-meta'
  | 'unknown-item'

type ChangeResult = Result<{ order: Order }, OrderChangeProblem>

export const MAX_META = 100

const titles = {
  customerNote: 'customer’s note',
  customerId: 'customer',
  billing: 'billing address',
  shipping: 'shipping address',
  paymentMethod: 'payment method',
  paymentMethodTitle: 'payment method’s name',
  paymentReference: 'transaction',
} as const
type Field = keyof typeof titles

/** Changes a locked order, with a note that lists the fields. Unchanged values write nothing. */
export async function changeOrder(
  tx: Tx,
  order: Order,
  change: OrderChange,
  { author, now }: { readonly author: string; readonly now: Date },
): Promise<ChangeResult> {
  const values: Partial<Pick<Order, Field>> = {
    ...(change.customerNote === undefined ? {} : { customerNote: change.customerNote }),
    ...(change.customerId === undefined ? {} : { customerId: change.customerId }),
    ...(change.billing ? { billing: { ...order.billing, ...change.billing } } : {}),
    ...(change.shipping ? { shipping: { ...order.shipping, ...change.shipping } } : {}),
    ...(change.paymentMethod === undefined ? {} : { paymentMethod: change.paymentMethod }),
    ...(change.paymentMethodTitle === undefined ? {} : { paymentMethodTitle: change.paymentMethodTitle }),
    ...(change.paymentReference === undefined || change.paymentReference === order.transactionId
      ? {}
      : { paymentReference: change.paymentReference }),
  }
  const fields = (Object.keys(values) as Field[]).filter((field) => !isSame(values[field], order[field]))
  const isPersonal = fields.length > 0 || (change.meta?.length ?? 0) > 0 || change.itemMeta !== undefined
  if (order.anonymisedAt !== null && isPersonal) return refused('anonymised')
  if (fields.includes('paymentReference') && order.transactionId !== null) return refused('paid-by-provider')
  const changesMethod = fields.includes('paymentMethod') || fields.includes('paymentMethodTitle')
  if (changesMethod && !needsPayment(order.status)) return refused('method-fixed')
  const { customerId } = values
  if (fields.includes('customerId') && customerId && !(await lockUserKey(tx, customerId)))
    return refused('no-such-customer')
  const hasMeta = change.meta ? await writeOrderMeta(tx, order.id, change.meta, MAX_META) : false
  const items = change.itemMeta ? await writeItemMeta(tx, order, change.itemMeta, MAX_META) : undefined
  if (hasMeta === null) return refused('too-much-meta')
  if (typeof items === 'string') return refused(items)
  if (fields.length === 0 && !hasMeta && !items) return { ok: true, order }
  const canonicalBillingEmail = canonicalEmail((values.billing ?? order.billing).email)
  const updated = { ...values, ...(items && { fees: items.fees }), canonicalBillingEmail, updatedAt: now }
  await setOrder(tx, order.id, updated)
  if (fields.length > 0) {
    const text = `Changed by hand: ${fields.map((field) => titles[field]).join(', ')}.`
    await insertOrderNote(tx, order.id, text, now, author)
  }
  return { ok: true, order: { ...order, ...items, ...updated } }
}

/** Compares addresses whatever the order of their fields. */
const isSame = (one: unknown, other: unknown): boolean => {
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return one === other
  const otherFields = new Map<string, unknown>(Object.entries(other))
  return Object.entries(one).every(([key, value]) => otherFields.get(key) === value)
}
