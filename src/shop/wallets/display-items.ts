import { type Currency, priceString } from '../../platform/money/money.ts'
import type { ShippingRate } from '../pricing/shipping.ts'
import type { Total } from '../pricing/total.ts'
import { totalLabel } from './payment-sheet.ts'
import { isGooglePay, type WalletId } from './wallet-ids.ts'

/*
 * What a wallet's sheet shows of a cart or an order, in the forms of the Stripe plugin (stripe-plugin sheet §2). Google
 * has a form of its own; all others share one.
 */

/** One row of the sheet. Amounts are cents; a discount is negative. */
export type SheetRow = {
  readonly kind: 'product' | 'line' | 'shipping' | 'fee' | 'discount' | 'tax'
  readonly label: string
  readonly cents: number
  readonly quantity?: number
}

/** A sheet's amounts and choices, whatever the wallet. The rows add up to the total. */
export type Sheet = {
  /** What every amount is in, and charged in. */
  readonly currency: Currency
  readonly rows: readonly SheetRow[]
  readonly subtotalCents: number
  readonly totalCents: number
  readonly needsShipping: boolean
  /** The chosen rate first, then by price. */
  readonly rates: readonly ShippingRate[]
  readonly chosenRate: ShippingRate | null
}

const named = (name: string, quantity: number): string => (quantity > 1 ? `${name} X ${quantity}` : name)

/** The sheet of a cart: lines before discounts, shipping, fees, discount, and taxes if there are any. */
export function sheetOfTotal(total: Total): Sheet {
  const { shippingRate, shippingRates, needsShipping } = total
  return {
    currency: total.currency,
    rows: [
      ...total.lines.map(({ name, quantity, subtotalCents }) => ({
        ...{ kind: 'line' as const, label: named(name, quantity), cents: subtotalCents, quantity },
      })),
      ...row(needsShipping && shippingRate !== null, 'shipping', 'Shipping', total.shippingCents),
      ...total.fees.map((fee) => ({ kind: 'fee' as const, label: fee.name, cents: fee.cents })),
      ...row(total.discountCents > 0, 'discount', 'Discount', -total.discountCents),
      ...row(total.taxCents > 0, 'tax', 'Tax', total.taxCents),
    ],
    subtotalCents: total.itemsSubtotalCents,
    totalCents: total.totalCents,
    needsShipping,
    rates: shippingRates.toSorted(
      (one, other) =>
        Number(other.id === shippingRate?.id) - Number(one.id === shippingRate?.id) || one.costCents - other.costCents,
    ),
    chosenRate: shippingRate,
  }
}

/** A placed order, as far as a sheet shows it. */
type OrderAmounts = {
  readonly currency: Currency
  readonly lines: readonly { readonly name: string; readonly quantity: number; readonly subtotalCents: number }[]
  readonly shippingLines: readonly { readonly totalCents: number }[]
} & Readonly<
  Record<'itemsSubtotalCents' | 'itemsTotalCents' | 'feesCents' | 'shippingCents' | 'taxCents' | 'totalCents', number>
>

/** The sheet of an order: lines at their subtotal, shipping, discount, all fees in one, tax. Nothing is chosen any more. */
export function sheetOfOrder(order: OrderAmounts): Sheet {
  const { itemsSubtotalCents, feesCents, taxCents } = order
  const discountCents = itemsSubtotalCents - order.itemsTotalCents
  return {
    currency: order.currency,
    rows: [
      ...order.lines.map(({ name, quantity, subtotalCents }) => ({
        ...{ kind: 'line' as const, label: named(name, quantity), cents: subtotalCents, quantity },
      })),
      ...row(order.shippingLines.length > 0, 'shipping', 'Shipping', order.shippingCents),
      ...row(discountCents > 0, 'discount', 'Discount', -discountCents),
      ...row(feesCents !== 0, 'fee', 'Fees', feesCents),
      ...row(taxCents > 0, 'tax', 'Tax', taxCents),
    ],
    subtotalCents: itemsSubtotalCents,
    totalCents: order.totalCents,
    needsShipping: false,
    rates: [],
    chosenRate: null,
  }
}

const row = (isShown: boolean, kind: SheetRow['kind'], label: string, cents: number): SheetRow[] =>
  isShown ? [{ kind, label, cents }] : []

const googleTypes: Readonly<Partial<Record<SheetRow['kind'], string>>> = { product: 'SUBTOTAL', tax: 'TAX' }

/** The rows in a wallet's form. */
export const displayItemsOf = ({ rows, currency }: Pick<Sheet, 'rows' | 'currency'>, wallet: WalletId | null) =>
  rows.map(({ kind, label, cents }) =>
    isGooglePay(wallet)
      ? { label, type: googleTypes[kind] ?? 'LINE_ITEM', price: priceString(cents, currency) }
      : { label, pending: false, amount: cents },
  )

/** `0:flat_rate:1`: the index of the package, of which an order has one, and the rate. */
export const optionId = ({ id }: Pick<ShippingRate, 'id'>): string => `0:${id}`

/** Google's sheet cannot be without an option. */
const noOption = { id: 'default', label: 'Waiting…', description: '' }

/** The shipping rates in a wallet's form. */
export function shippingOptionsOf({ rates, currency }: Pick<Sheet, 'rates' | 'currency'>, wallet: WalletId | null) {
  if (!isGooglePay(wallet))
    return rates.map((rate) => ({ id: optionId(rate), label: rate.title, detail: '', amount: rate.costCents }))
  if (rates.length === 0) return [noOption]
  return rates.map((rate) => ({
    id: optionId(rate),
    label: `${rate.title}: ${priceString(rate.costCents, currency)} ${currency}`,
    description: '',
  }))
}

/** The total of a payment request: cents, and final unless it is still to be shown (PAY-21). */
export const requestTotal = (totalCents: number, isPending = false) => ({
  ...{ amount: totalCents, label: totalLabel, pending: isPending },
})

/** The five keys of an express cart's answers. */
export const sheetData = (sheet: Sheet, wallet: WalletId | null) => ({
  total: priceString(sheet.totalCents, sheet.currency),
  subtotal: priceString(sheet.subtotalCents, sheet.currency),
  totalCents: sheet.totalCents,
  displayItems: displayItemsOf(sheet, wallet),
  shippingOptions: shippingOptionsOf(sheet, wallet),
})

/** `newData` of an answer about shipping. */
export const newData = (sheet: Sheet, wallet: WalletId | null) => ({
  status: 'success',
  total: requestTotal(sheet.totalCents),
  displayItems: displayItemsOf(sheet, wallet),
  shippingOptions: shippingOptionsOf(sheet, wallet),
})

type Place = { readonly country: string; readonly methods: readonly string[] }

/** `cart` of an answer about shipping. */
export const cartData = (sheet: Sheet, { country, methods }: Place) => ({
  total: priceString(sheet.totalCents, sheet.currency),
  totalCents: sheet.totalCents,
  needsShipping: sheet.needsShipping,
  isEmpty: sheet.rows.length === 0,
  currency: sheet.currency,
  countryCode: country,
  availablePaymentMethods: methods,
  lineItems: sheet.rows.map(({ kind, label, cents, quantity = 1 }) => ({
    ...{
      label,
      amount: priceString(cents, sheet.currency),
      amountCents: cents,
      type: kind,
      name: label,
      qty: quantity,
    },
  })),
  shippingOptions: sheet.rates.map((rate) => ({
    ...{ id: optionId(rate), label: rate.title, amount: priceString(rate.costCents, sheet.currency) },
    amountCents: rate.costCents,
    description: '',
  })),
  selectedShippingMethod: sheet.chosenRate ? optionId(sheet.chosenRate) : '',
})

/** `paymentRequestUpdate` for Google's sheet: by now the price is final. */
export const paymentRequestUpdate = (sheet: Sheet, { country }: Pick<Place, 'country'>) => ({
  newTransactionInfo: {
    currencyCode: sheet.currency,
    countryCode: country,
    totalPriceStatus: 'FINAL',
    totalPrice: priceString(sheet.totalCents, sheet.currency),
    displayItems: displayItemsOf(sheet, 'stripe_googlepay'),
    totalPriceLabel: totalLabel,
  },
  newShippingOptionParameters: {
    shippingOptions: shippingOptionsOf(sheet, 'stripe_googlepay'),
    defaultSelectedOptionId: sheet.chosenRate ? optionId(sheet.chosenRate) : noOption.id,
  },
})

/** The rate of each package, as answers about shipping have it. */
export const chosenRates = ({ chosenRate }: Pick<Sheet, 'chosenRate'>): Readonly<Record<string, string>> =>
  chosenRate ? { 0: chosenRate.id } : {}
