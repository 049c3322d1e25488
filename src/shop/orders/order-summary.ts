import type { Address } from '../../people/addresses/address.ts'
import { countryName } from '../../people/addresses/countries.ts'
import { formatMoney, sumOf } from '../../platform/money/money.ts'
import { ratePercent } from '../pricing/tax.ts'
import type { Total } from '../pricing/total.ts'
import { formattedMeta } from './line-choices.ts'
import { isPickup } from './order-status.ts'
import { fullName, type NewOrder, type Order } from './orders.store.ts'

type TotalRow = { label: string; amount: string; isTotal: boolean }

const row = (label: string, amount: string, isTotal = false): TotalRow => ({ label, amount, isTotal })

export function totalRows(order: Order): TotalRow[] {
  const { currency, refundedCents, shippingCents, totalCents } = order
  const money = (cents: number) => formatMoney(cents, currency)
  const total = (label: string, cents: number) => row(label, `${money(cents)} ${currency}`, true)
  const byCouponsCents = sumOf(order.coupons, ({ discountCents }) => discountCents)
  const byHandCents = order.itemsSubtotalCents - order.itemsTotalCents - byCouponsCents
  return [
    row('Subtotal', money(order.itemsSubtotalCents)),
    ...order.coupons.map(({ code, discountCents, freeShipping }) => {
      // What a deleted coupon granted is not known.
      const isFree = discountCents === 0 && (freeShipping ?? shippingCents === 0)
      return row(`Coupon: ${code}`, isFree ? 'Free shipping' : money(-discountCents))
    }),
    ...(byHandCents === 0 ? [] : [row('Discount', money(-byHandCents))]),
    ...order.fees.map((fee) => row(fee.name, money(fee.totalCents))),
    ...order.shippingLines.map((line) =>
      row(`Shipping (${line.title})`, line.totalCents === 0 ? 'Free' : money(line.totalCents)),
    ),
    ...order.taxLines.map(({ label, ratePer100k, itemsTaxCents, shippingTaxCents }) =>
      row(`${label} ${ratePercent(ratePer100k)}`, money(itemsTaxCents + shippingTaxCents)),
    ),
    total('Total', totalCents),
    ...(refundedCents === 0
      ? []
      : [row('Refunded', money(-refundedCents)), total('Total after refund', totalCents - refundedCents)]),
  ]
}

/** Distinguishes lines of the same name: the chosen options, 'Size: 50 g', otherwise the pack size. */
export function lineDetails({ choices, packSize }: Pick<Order['lines'][number], 'choices' | 'packSize'>): string[] {
  const isListed = packSize === '' || choices.some((choice) => choice.value === packSize)
  return [
    ...formattedMeta({ choices }).map(({ label, value }) => `${label}: ${value}`),
    ...(isListed ? [] : [packSize]),
  ]
}

export const addressLines = (address: Address): string[] =>
  [
    fullName(address),
    address.company,
    address.address1,
    address.address2,
    `${address.city} ${address.state} ${address.postcode}`.trim(),
    countryName(address.country),
  ].filter((text) => text !== '')

/** The address to ship to: the billing address, unless there is a separate shipping address. */
export const deliveryOf = ({ shipping, billing }: Order): Address => (shipping.address1 === '' ? billing : shipping)

export function addressBlocks(order: Order): readonly (readonly [title: string, lines: readonly string[]])[] {
  const billing = addressLines(order.billing)
  const shipping = addressLines(deliveryOf(order))
  const places = order.shippingLines.flatMap(({ title, place }) =>
    place === null ? [] : [['Pick up at', [title, ...place.split('\n')]] as const],
  )
  if (order.shippingLines.length === 0 || isPickup(order)) return [...places, ['Billed to', billing]]
  if (billing.join('\n') === shipping.join('\n')) return [['Delivered and billed to', billing]]
  return [
    ['Delivered to', shipping],
    ['Billed to', billing],
  ]
}

/** The amounts of a total as an order stores them: the same cents in cart, order, email and charge. */
export function orderAmounts(total: Total) {
  const { itemsSubtotalCents, itemsTotalCents, feesCents, shippingCents, taxCents, totalCents } = total
  return {
    currency: total.currency,
    exchangeRate: total.exchangeRate,
    itemsSubtotalCents,
    itemsTotalCents,
    feesCents,
    shippingCents,
    taxCents,
    totalCents,
    fees: total.fees.map(({ cents: totalCents, name, taxCents, taxClass }) => {
      return { name, totalCents, taxCents, taxClass }
    }),
    shippingLines: total.shippingLines.map(({ id: rateId, costCents: totalCents, title, taxCents, place = null }) => {
      return { rateId, title, totalCents, taxCents, place }
    }),
    taxLines: total.taxLines.map(({ rateId, code, label, ratePer100k, compoundOn, ...tax }) => ({
      rateId,
      code,
      label,
      ratePer100k,
      isCompound: compoundOn !== undefined,
      itemsTaxCents: tax.itemsCents,
      shippingTaxCents: tax.shippingCents,
    })),
  } satisfies Partial<NewOrder>
}
