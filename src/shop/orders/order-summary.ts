import type { Address } from '../../people/addresses/address.ts'
import { formatMoney } from '../../platform/money/format.ts'
import { ratePercent } from '../pricing/tax.ts'
import type { Total } from '../pricing/total.ts'
import { isPickup } from './order-status.ts'
import { fullName, type NewOrder, type Order } from './orders.store.ts'

/** The totals of an order as labelled rows. */
export function totalRows(order: Order): { label: string; amount: string; isTotal: boolean }[] {
  return [
    { label: 'Subtotal', amount: formatMoney(order.itemsSubtotalCents), isTotal: false },
    ...order.coupons.map((coupon) => ({
      label: `Coupon: ${coupon.code}`,
      amount: coupon.discountCents === 0 ? 'Free shipping' : formatMoney(-coupon.discountCents),
      isTotal: false,
    })),
    ...order.fees.map((fee) => ({ label: fee.name, amount: formatMoney(fee.totalCents), isTotal: false })),
    ...order.shippingLines.map((row) => ({
      label: `Shipping (${row.title})`,
      amount: row.totalCents === 0 ? 'Free' : formatMoney(row.totalCents),
      isTotal: false,
    })),
    ...order.taxLines.map((row) => ({
      label: `${row.label} ${ratePercent(row.ratePer100k)}`,
      amount: formatMoney(row.itemsTaxCents + row.shippingTaxCents),
      isTotal: false,
    })),
    { label: 'Total', amount: `${formatMoney(order.totalCents)} ${order.currency}`, isTotal: true },
    ...(order.refundedCents === 0
      ? []
      : [
          { label: 'Refunded', amount: formatMoney(-order.refundedCents), isTotal: false },
          {
            label: 'Total after refund',
            amount: `${formatMoney(order.totalCents - order.refundedCents)} ${order.currency}`,
            isTotal: true,
          },
        ]),
  ]
}

/** Distinguishes lines of the same name: the chosen options, 'Size: 50 g', otherwise the pack size. */
export function lineDetails({ choices, packSize }: Pick<Order['lines'][number], 'choices' | 'packSize'>): string[] {
  const isListed = packSize === '' || choices.some((choice) => choice.value === packSize)
  return [...choices.map(({ label, value }) => `${label}: ${value}`), ...(isListed ? [] : [packSize])]
}

/** An address as printed on a parcel label. */
export function addressLines(address: Address): string[] {
  return [
    fullName(address),
    address.company,
    address.address1,
    address.address2,
    `${address.city} ${address.state} ${address.postcode}`.trim(),
    address.country === 'CA' ? 'Canada' : address.country,
  ].filter((text) => text !== '')
}

/** Shipping and billing address with titles; a single block where both are the same. */
export function addressBlocks(order: Order): readonly (readonly [title: string, lines: readonly string[]])[] {
  const billing = addressLines(order.billing)
  const shipping = addressLines(order.shipping)
  if (order.shippingLines.length === 0 || isPickup(order)) return [['Billed to', billing]]
  if (billing.join('\n') === shipping.join('\n')) return [['Delivered and billed to', billing]]
  return [
    ['Delivered to', shipping],
    ['Billed to', billing],
  ]
}

type Amounts = Pick<
  NewOrder,
  | 'itemsSubtotalCents'
  | 'itemsTotalCents'
  | 'fees'
  | 'feesCents'
  | 'shippingCents'
  | 'taxCents'
  | 'totalCents'
  | 'shippingLines'
  | 'taxLines'
>

/** The amounts of a total as an order stores them: the same cents in cart, order, email and charge. */
export function orderAmounts(total: Total): Amounts {
  const { shippingRate } = total
  return {
    itemsSubtotalCents: total.itemsSubtotalCents,
    itemsTotalCents: total.itemsTotalCents,
    fees: total.fees.map((fee) => ({ name: fee.name, totalCents: fee.cents, taxCents: fee.taxCents })),
    feesCents: total.feesCents,
    shippingCents: total.shippingCents,
    taxCents: total.taxCents,
    totalCents: total.totalCents,
    shippingLines: shippingRate
      ? [
          {
            rateId: shippingRate.id,
            title: shippingRate.title,
            totalCents: total.shippingCents,
            taxCents: total.shippingTaxCents,
          },
        ]
      : [],
    taxLines: total.taxLines.map((tax) => ({
      code: tax.code,
      label: tax.label,
      ratePer100k: tax.ratePer100k,
      itemsTaxCents: tax.itemsCents,
      shippingTaxCents: tax.shippingCents,
    })),
  }
}
