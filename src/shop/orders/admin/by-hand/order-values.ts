import { noAddress } from '../../../../people/addresses/admin/address-group.tsx'
import { changesOf } from '../../../../platform/admin/form/form-screen.tsx'
import type { OrderJson } from '../../rest/order-json.ts'

type Line = { id: number; product: number; name: string; quantity: number | null; agreed: string }
type Fee = { id: number; name: string; total: string; isTaxed: boolean }
type Shipping = { id: number; method: string; title: string; total: string }

/** Values of the order form; the `id` of a new item is 0. */
export type OrderValues = {
  customer: readonly number[]
  billing: typeof noAddress & { email: string }
  shipping: typeof noAddress
  isElsewhere: boolean
  lines: Line[]
  fees: Fee[]
  shippingLines: Shipping[]
  coupons: readonly string[]
  note: string
  payment: 'link' | 'outside' | 'later'
  method: string
  reference: string
  /** The total when the order was read, to detect changes saved since. */
  total: string
}

export const emptyOrder: OrderValues = {
  customer: [],
  billing: { ...noAddress, country: 'CA', email: '' },
  shipping: { ...noAddress, country: 'CA' },
  isElsewhere: false,
  lines: [],
  fees: [],
  shippingLines: [],
  coupons: [],
  note: '',
  payment: 'link',
  method: '',
  reference: '',
  total: '',
}

const fieldsOf = ({ email: _, ...address }: OrderValues['billing']) => address

export const valuesOf = (order: OrderJson): OrderValues => ({
  ...emptyOrder,
  customer: order.customer_id === 0 ? [] : [order.customer_id],
  billing: { ...noAddress, ...order.billing },
  shipping: { ...noAddress, ...order.shipping },
  isElsewhere:
    JSON.stringify(fieldsOf({ ...noAddress, ...order.billing })) !==
    JSON.stringify({ ...noAddress, ...order.shipping }),
  lines: order.line_items.map(({ id, product_id, variation_id, name, quantity }) => ({
    id,
    name,
    quantity,
    agreed: '',
    product: variation_id || product_id,
  })),
  fees: order.fee_lines.map(({ id, name, total, tax_status }) => ({
    id,
    name,
    total,
    isTaxed: tax_status === 'taxable',
  })),
  shippingLines: order.shipping_lines.map(({ id, method_id, instance_id, method_title, total }) => ({
    id,
    total,
    title: method_title,
    method: instance_id === '' ? method_id : `${method_id}:${instance_id}`,
  })),
  coupons: order.coupon_lines.map(({ code }) => code),
  note: order.customer_note,
  total: order.total,
})

const agreedOf = (agreed: string) => (agreed === '' ? {} : { subtotal: agreed, total: agreed })

/** Request body as in WooCommerce's API; items of `before` that are no longer in the form are removed. */
export function bodyOf(values: OrderValues, before: OrderValues = emptyOrder): object {
  const { customer, billing, shipping, isElsewhere, lines, fees, shippingLines, coupons, note } = values
  const removedFrom = <Item extends { id: number }>(kept: readonly Item[], all: readonly Item[]) =>
    all.filter(({ id }) => !kept.some((one) => one.id === id))
  return {
    customer_id: customer[0] ?? 0,
    billing,
    shipping: isElsewhere ? shipping : fieldsOf(billing),
    customer_note: note,
    line_items: [
      ...lines.map(({ id, product, quantity, agreed }) =>
        id === 0
          ? { product_id: product, quantity: quantity ?? 0, ...agreedOf(agreed) }
          : { id, quantity: quantity ?? 0, ...agreedOf(agreed) },
      ),
      ...removedFrom(lines, before.lines).map(({ id }) => ({ id, quantity: 0 })),
    ],
    fee_lines: [
      ...fees.map(({ id, name, total, isTaxed }) => ({
        ...(id === 0 ? {} : { id }),
        name,
        total: total || '0',
        tax_status: isTaxed ? 'taxable' : 'none',
      })),
      ...removedFrom(fees, before.fees).map(({ id }) => ({ id, name: null })),
    ],
    shipping_lines: [
      ...shippingLines.map(({ id, method, title, total }) => {
        const [method_id = '', instance_id = ''] = method.split(':')
        return { ...(id === 0 ? {} : { id }), method_id, instance_id, method_title: title, total: total || '0' }
      }),
      ...removedFrom(shippingLines, before.shippingLines).map(({ id }) => ({ id, method_id: null })),
    ],
    coupon_lines: coupons.map((code) => ({ code })),
  }
}

/** The fields that this form has changed, so that changes saved by others are kept. */
export const changeOf = (values: OrderValues, before: OrderValues): object => ({
  ...changesOf(bodyOf(before), bodyOf(values, before)),
  total_before: before.total,
  line_items_before: before.lines.map(({ id, quantity }) => ({ id, quantity })),
})

export const paymentOf = ({ payment, method, reference }: OrderValues): object =>
  payment === 'outside'
    ? { set_paid: true, payment_method: 'other', payment_method_title: method, transaction_id: reference }
    : { set_paid: false, status: 'pending' }
