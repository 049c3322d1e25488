import { priceString } from '../../platform/money/money.ts'
import { totalLabel } from './payment-sheet.ts'
import { optionId, type Sheet, type SheetForm } from './sheet.ts'
import { walletOf } from './wallets.ts'

/** Total of a payment request in cents; pending until the sheet is shown (PAY-21). */
export const requestTotal = (totalCents: number, isPending = false) => ({
  amount: totalCents,
  label: totalLabel,
  pending: isPending,
})

const requestForm: SheetForm = {
  item: ({ label, cents }) => ({ label, pending: false, amount: cents }),
  options: (rates) =>
    rates.map((rate) => ({ id: optionId(rate), label: rate.title, detail: '', amount: rate.costCents })),
  update: (sheet) => ({ newData: newData(sheet, null) }),
}

const formOf = (gateway: string | null): SheetForm => walletOf(gateway ?? '')?.form ?? requestForm

export const choicesOf = ({ rows, rates, currency }: Sheet, gateway: string | null) => ({
  displayItems: rows.map((row) => formOf(gateway).item(row, currency)),
  shippingOptions: formOf(gateway).options(rates, currency),
})

export const sheetData = (sheet: Sheet, gateway: string | null) => ({
  total: priceString(sheet.totalCents, sheet.currency),
  subtotal: priceString(sheet.subtotalCents, sheet.currency),
  totalCents: sheet.totalCents,
  ...choicesOf(sheet, gateway),
})

export const newData = (sheet: Sheet, gateway: string | null) => ({
  status: 'success',
  total: requestTotal(sheet.totalCents),
  ...choicesOf(sheet, gateway),
})

export const sheetUpdate = (sheet: Sheet, gateway: string, country: string) => formOf(gateway).update(sheet, country)

type Place = { readonly country: string; readonly methods: readonly string[] }

export const cartData = (sheet: Sheet, { country, methods }: Place) => ({
  total: priceString(sheet.totalCents, sheet.currency),
  totalCents: sheet.totalCents,
  needsShipping: sheet.needsShipping,
  isEmpty: sheet.rows.length === 0,
  currency: sheet.currency,
  countryCode: country,
  availablePaymentMethods: methods,
  lineItems: sheet.rows.map(({ kind, label, cents, quantity = 1 }) => ({
    label,
    amount: priceString(cents, sheet.currency),
    amountCents: cents,
    type: kind,
    name: label,
    qty: quantity,
  })),
  shippingOptions: sheet.rates.map((rate) => ({
    id: optionId(rate),
    label: rate.title,
    amount: priceString(rate.costCents, sheet.currency),
    amountCents: rate.costCents,
    description: '',
  })),
  selectedShippingMethod: sheet.chosenRate ? optionId(sheet.chosenRate) : '',
})

export const chosenRates = ({ chosenRate }: Pick<Sheet, 'chosenRate'>): Readonly<Record<string, string>> =>
  chosenRate ? { 0: chosenRate.id } : {}
