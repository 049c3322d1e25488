import { formatMoney } from '../money/format.ts'
import { ratePercent } from '../pricing/tax.ts'
import { fullName, type Order } from './orders.store.ts'
import type { Address } from './orders.table.ts'

/** The sums of an order, as rows of words and amounts. */
export function totalRows(order: Order): { label: string; amount: string; isSum: boolean }[] {
  return [
    { label: 'Subtotal', amount: formatMoney(order.itemsSubtotalCents), isSum: false },
    ...order.coupons.map((coupon) => ({
      label: `Coupon: ${coupon.code}`,
      amount: coupon.discountCents === 0 ? 'Free shipping' : formatMoney(-coupon.discountCents),
      isSum: false,
    })),
    ...order.shippingLines.map((row) => ({
      label: `Shipping (${row.title})`,
      amount: row.totalCents === 0 ? 'Free' : formatMoney(row.totalCents),
      isSum: false,
    })),
    ...order.taxLines.map((row) => ({
      label: `${row.label} ${ratePercent(row.ratePer100k)}`,
      amount: formatMoney(row.itemsTaxCents + row.shippingTaxCents),
      isSum: false,
    })),
    { label: 'Total', amount: `${formatMoney(order.totalCents)} ${order.currency}`, isSum: true },
  ]
}

/** An address as it is written on a parcel. */
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
