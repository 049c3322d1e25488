import { formatMoney, parsePrice } from '../money/money.ts'
import { formatShopDateTime } from '../time/shop-time.ts'

/** Formats an API amount, '149.17' or '-5.00', for display. */
export function formatAmount(amount: string): string {
  const isNegative = amount.startsWith('-')
  const cents = parsePrice(isNegative ? amount.slice(1) : amount)
  if (cents === null) return amount
  return formatMoney(isNegative ? -cents : cents)
}

/** Parses a `…_gmt` time of the API, which has no offset. */
export const parseGmt = (time: string): Date => new Date(`${time}Z`)

export const formatTime = (time: string): string => formatShopDateTime(parseGmt(time))
