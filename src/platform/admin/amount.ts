import { type Currency, formatMoney, parsePrice, shopCurrency } from '../money/money.ts'

/** Formats an API amount, '149.17' or '-5.00', for display. */
export function formatAmount(amount: string, currency: Currency = shopCurrency): string {
  const isNegative = amount.startsWith('-')
  const cents = parsePrice(isNegative ? amount.slice(1) : amount, currency)
  if (cents === null) return amount
  return formatMoney(isNegative ? -cents : cents, currency)
}
