import { fractionDigits, priceString, sumOf } from '../../../platform/money/money.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { rateIdOf, type TaxRate } from '../../pricing/tax.ts'
import { lineMetaOf, selectedOptions } from '../line-choices.ts'
import type { Meta } from '../order-meta.ts'
import type { OrderDetails } from '../orders-read.store.ts'
import type { PartTax } from './line-taxes.ts'
import type { OrderShape } from './order-shape.ts'

type Currency = OrderDetails['currency']
export type Money = (cents: number) => string

/** Formats amounts with `dp` decimals; fewer than the currency has are rounded, half away from zero. */
export function moneyOf({ currency }: Pick<OrderDetails, 'currency'>, { dp }: OrderShape): Money {
  const currencyDigits = fractionDigits(currency)
  if (dp === undefined || dp === currencyDigits) return (cents) => priceString(cents, currency)
  const point = currencyDigits === 0 ? '.' : ''
  if (dp > currencyDigits) return (cents) => priceString(cents, currency) + point + '0'.repeat(dp - currencyDigits)
  return (cents) => {
    const rounded = Math.round(Math.abs(cents) / 10 ** (currencyDigits - dp)) * 10 ** (currencyDigits - dp)
    const text = priceString(cents < 0 && rounded > 0 ? -rounded : rounded, currency)
    return text.slice(0, text.indexOf('.') + (dp === 0 ? 0 : dp + 1))
  }
}

type Line = OrderDetails['lines'][number]

type RateIdOf = (tax: OrderDetails['taxLines'][number]) => number

/** Older orders refer to a rate only by its code. */
export const rateIdsOf =
  ({ createdAt }: Pick<OrderDetails, 'createdAt'>, table: readonly TaxRate[]): RateIdOf =>
  (tax) =>
    tax.rateId ?? rateIdOf(table, tax.code, createdAt)

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

/** The name with what was chosen of a variation, as WooCommerce joins them: `Longjing - 100 g`. */
export const lineName = ({ name, choices }: { readonly name: string; readonly choices?: Line['choices'] }): string =>
  [
    name,
    selectedOptions({ choices })
      .map(({ value }) => value)
      .join(', '),
  ]
    .filter((part) => part !== '')
    .join(' - ')

/** How to format an order's amounts, and which id a tax has. */
export type LineAmounts = { readonly money: Money; readonly currency: Currency; readonly rateId: RateIdOf }

export const lineJson = (
  line: Line,
  taxes: readonly PartTax[],
  { money, currency, rateId }: LineAmounts,
  shopUrl: string,
) => ({
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
  taxes: taxes.map(({ tax, totalCents, subtotalCents }) => {
    return { id: rateId(tax), total: money(totalCents), subtotal: money(subtotalCents) }
  }),
  meta_data: [
    ...selectedOptions(line).map((choice, index) => ({
      ...itemMeta({ id: line.id * 100 + index, key: `pa_${slug(choice.label)}`, value: slug(choice.value) }),
      display_key: choice.label,
      display_value: choice.value,
    })),
    ...lineMetaOf(line).map(itemMeta),
  ],
  sku: line.sku,
  global_unique_id: '',
  price: Number(priceString(line.totalCents, currency)) / line.quantity,
  image: { id: String(line.imageId ?? ''), src: line.imagePath ? shopUrl + hrefs.upload(line.imagePath) : '' },
  parent_name: line.variationId === 0 ? null : line.name,
})

const taxStatus = (isTaxed: boolean): 'taxable' | 'none' => (isTaxed ? 'taxable' : 'none')

type ShippingLine = OrderDetails['shippingLines'][number]

/** Taxes of shipping and fees, which have no subtotal. */
export const chargeTaxes = (taxes: readonly PartTax[], { money, rateId }: LineAmounts) =>
  taxes.map(({ tax, totalCents }) => ({ id: rateId(tax), total: money(totalCents), subtotal: '' }))

export function shippingJson(
  line: ShippingLine,
  taxes: readonly PartTax[],
  amounts: LineAmounts,
  { lines, taxLines }: Pick<OrderDetails, 'lines' | 'taxLines'>,
) {
  const [methodId = '', instanceId = ''] = line.rateId.split(':')
  const items = lines.map((item) => `${lineName(item)} &times; ${item.quantity}`).join(', ')
  return {
    id: line.id,
    method_title: line.title,
    method_id: methodId,
    instance_id: instanceId,
    total: amounts.money(line.totalCents),
    total_tax: amounts.money(line.taxCents),
    taxes: chargeTaxes(taxes, amounts),
    // As when the order is changed (`applyShippingChanges`): charged without tax, beside taxed items, it is not taxable.
    tax_status: taxStatus(line.isTaxable ?? (line.taxCents !== 0 || line.totalCents === 0 || taxLines.length === 0)),
    meta_data: [{ id: line.id * 100, key: 'Items', value: items }, ...line.meta]
      .filter(({ key }, index, all) => all.findLastIndex((one) => one.key === key) === index)
      .map(itemMeta),
  }
}

/** The id of a fee in the JSON; the order stores fees without ids. */
export const feeId = (order: { readonly id: number }, index: number): number => order.id * 100 + index

export const feeJson = (
  fee: OrderDetails['fees'][number],
  id: number,
  taxes: readonly PartTax[],
  amounts: LineAmounts,
) => ({
  id,
  name: fee.name,
  tax_class: fee.taxClass && fee.taxClass !== 'standard' ? fee.taxClass : '',
  tax_status: taxStatus(fee.taxClass === undefined ? fee.taxCents !== 0 : fee.taxClass !== null),
  amount: amounts.money(fee.totalCents),
  total: amounts.money(fee.totalCents),
  total_tax: amounts.money(fee.taxCents),
  taxes: chargeTaxes(taxes, amounts),
  meta_data: fee.meta ?? [],
})

/** Amounts without trailing zeros, which WooCommerce has in coupon lines only. */
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
    meta_data: [itemMeta({ id, key: 'coupon_info', value: info })],
    discount_type: coupon.discountType ?? '',
    nominal_amount: nominal,
    free_shipping: coupon.freeShipping ?? false,
  }
}

const itemMeta = ({ id, key, value }: Meta) => {
  return { id, key, value, display_key: key, display_value: typeof value === 'string' ? value : JSON.stringify(value) }
}
