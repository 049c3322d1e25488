import { type SQL, sql } from 'drizzle-orm'
import { shopCurrency, unusualDigits } from '../../platform/money/money.ts'

const cases = Object.entries(unusualDigits).map(([currency, digits]) =>
  sql.raw(`when '${currency}' then ${digits < 2 ? 10 ** (2 - digits) : `1.0 / ${10 ** (digits - 2)}`}`),
)

/** Converts to cents of the shop’s currency at the order's stored rate: for statistics over several currencies. */
export const shopCents = (amount: SQL): SQL =>
  sql`case when orders.currency = ${sql.raw(`'${shopCurrency}'`)} then ${amount}
    else round(${amount} / orders.exchange_rate * case orders.currency ${sql.join(cases, sql` `)} else 1 end) end`
