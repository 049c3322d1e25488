import { formatMoney } from '../money/format.ts'
import { parsePrice } from '../money/money.ts'
import { formatShopDateTime } from '../time/shop-time.ts'

/** An amount of the JSON, '149.17' or '-5.00', as people read it. */
export function formatAmount(amount: string): string {
  const isNegative = amount.startsWith('-')
  const cents = parsePrice(isNegative ? amount.slice(1) : amount)
  if (cents === null) return amount
  return formatMoney(isNegative ? -cents : cents)
}

/** A `…_gmt` time of the JSON, which has no offset of its own. */
export const parseGmt = (time: string): Date => new Date(`${time}Z`)

export const formatTime = (time: string): string => formatShopDateTime(parseGmt(time))
