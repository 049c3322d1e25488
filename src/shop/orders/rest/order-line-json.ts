import { allocate, fractionDigits, percentOf, priceString, sumOf } from '../../../platform/money/money.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import type { OrderDetails } from '../orders-read.store.ts'
import type { OrderShape } from './order-shape.ts'

type Currency = OrderDetails['currency']
export type Money = (cents: number) => string

/** Amounts of an order as they are asked for; fewer decimals than its currency has are rounded, half away from zero. */
export function moneyOf({ currency }: Pick<OrderDetails, 'currency'>, { dp }: OrderShape): Money {
  const own = fractionDigits(currency)
  if (dp === undefined || dp === own) return (cents) => priceString(cents, currency)
  const point = own === 0 ? '.' : ''
  if (dp > own) return (cents) => priceString(cents, currency) + point + '0'.repeat(dp - own)
  return (cents) => {
    const rounded = Math.round(Math.abs(cents) / 10 ** (own - dp)) * 10 ** (own - dp)
    const text = priceString(cents < 0 && rounded > 0 ? -rounded : rounded, currency)
    return text.slice(0, text.indexOf('.') + (dp === 0 ? 0 : dp + 1))
  }
}

type Line = OrderDetails['lines'][number]

type LineTax = { readonly rateId: number; readonly totalCents: number; readonly subtotalCents: number }

/** The amount of each tax on a line. The order stores amounts by line and by tax, not by both. */
export function lineTaxes(
  line: Pick<Line, 'taxCents' | 'totalCents' | 'subtotalCents'>,
  order: OrderDetails,
  rateId: RateIdOf,
): LineTax[] {
  if (line.taxCents === 0) return []
  const rates = order.taxLines.map((tax) => tax.ratePer100k)
  const charged = rates.map((rate) => percentOf(line.totalCents, rate))
  // An imported order may have been rounded differently; its own sum counts.
  const parts =
    sumOf(charged, Number) === line.taxCents || rates.length === 0 ? charged : allocate(line.taxCents, rates)
  return order.taxLines.map((tax, index) => ({
    rateId: rateId(tax),
    totalCents: parts[index] ?? 0,
    subtotalCents:
      line.subtotalCents === line.totalCents ? (parts[index] ?? 0) : percentOf(line.subtotalCents, tax.ratePer100k),
  }))
}

export type RateIdOf = (tax: { readonly code: string }) => number

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

const lineName = ({ name, choices }: Line): string =>
  [name, choices.flatMap(({ key, value }) => (key === undefined ? [value] : [])).join(', ')]
    .filter((part) => part !== '')
    .join(' - ')

type LineAmounts = { readonly money: Money; readonly currency: Currency }

export const lineJson = (line: Line, taxes: readonly LineTax[], { money, currency }: LineAmounts, shopUrl: string) => ({
  id: line.id,
  name: lineName(line),
  product_id: line.productId,
  variation_id: line.variationId,
  quantity: line.quantity,
  tax_class: line.taxClass === 'standard' ? '' : line.taxClass,
  subtotal: money(line.subtotalCents),
  subtotal_tax: money(sumOf(taxes, (tax) => tax.subtotalCents)),
  total: money(line.totalCents),
  total_tax: money(line.taxCents),
  taxes: taxes.map(({ rateId: id, totalCents, subtotalCents }) => {
    return { id, total: money(totalCents), subtotal: money(subtotalCents) }
  }),
  meta_data: line.choices.map((choice, index) =>
    choice.key === undefined
      ? meta(line.id * 100 + index, `pa_${slug(choice.label)}`, slug(choice.value), choice)
      : meta(line.id * 100 + index, choice.key, choice.value, choice),
  ),
  sku: line.sku,
  global_unique_id: '',
  price: Number(priceString(line.totalCents, currency)) / line.quantity,
  image: { id: String(line.imageId ?? ''), src: line.imagePath ? shopUrl + hrefs.upload(line.imagePath) : '' },
  parent_name: line.variationId === 0 ? null : line.name,
})

const taxStatus = (isTaxed: boolean): 'taxable' | 'none' => (isTaxed ? 'taxable' : 'none')

type ShippingLine = OrderDetails['shippingLines'][number]

export function shippingJson(line: ShippingLine, order: OrderDetails, rateId: RateIdOf, money: Money) {
  const [methodId = '', instanceId = ''] = line.rateId.split(':')
  const items = order.lines.map((item) => `${lineName(item)} &times; ${item.quantity}`).join(', ')
  const taxed = order.taxLines.filter((tax) => tax.shippingTaxCents !== 0)
  return {
    id: line.id,
    method_title: line.title,
    method_id: methodId,
    instance_id: instanceId,
    total: money(line.totalCents),
    total_tax: money(line.taxCents),
    taxes:
      line.taxCents === 0
        ? []
        : taxed.map((tax) => ({ id: rateId(tax), total: money(tax.shippingTaxCents), subtotal: '' })),
    tax_status: taxStatus(line.totalCents !== 0),
    meta_data: [meta(line.id * 100, 'Items', items, { label: 'Items', value: items })],
  }
}

/** The id of a fee in the JSON; the order stores fees without ids. */
export const feeId = (order: { readonly id: number }, index: number): number => order.id * 100 + index

type FeeOrder = { readonly order: OrderDetails; readonly rateId: RateIdOf; readonly money: Money }

export const feeJson = (fee: OrderDetails['fees'][number], id: number, { order, rateId, money }: FeeOrder) => ({
  id,
  name: fee.name,
  tax_class: fee.taxClass && fee.taxClass !== 'standard' ? fee.taxClass : '',
  tax_status: taxStatus(fee.taxClass === undefined ? fee.taxCents !== 0 : fee.taxClass !== null),
  amount: money(fee.totalCents),
  total: money(fee.totalCents),
  total_tax: money(fee.taxCents),
  taxes: lineTaxes({ ...fee, subtotalCents: fee.totalCents }, order, rateId).map((tax) => {
    return { id: tax.rateId, total: money(tax.totalCents), subtotal: '' }
  }),
  meta_data: [],
})

/** Amounts without trailing zeros, as recorded for coupon lines only. */
export function couponJson(coupon: OrderDetails['coupons'][number], id: number, currency: Currency) {
  const trimmedAmount = (cents: number): string => String(Number(priceString(cents, currency)))
  const nominal = Number(priceString(coupon.amount ?? 0))
  const { couponId, code, discountType } = coupon
  const info = JSON.stringify([couponId ?? 0, code, discountType === 'fixed_cart' ? null : discountType, nominal])
  return {
    id,
    code: coupon.code,
    discount: trimmedAmount(coupon.discountCents),
    discount_tax: trimmedAmount(coupon.discountTaxCents),
    meta_data: [meta(id, 'coupon_info', info, { label: 'coupon_info', value: info })],
    discount_type: coupon.discountType ?? '',
    nominal_amount: nominal,
    free_shipping: coupon.freeShipping ?? false,
  }
}

const meta = (id: number, key: string, value: string, display: { readonly label: string; readonly value: string }) => ({
  id,
  key,
  value,
  display_key: display.label,
  display_value: display.value,
})
