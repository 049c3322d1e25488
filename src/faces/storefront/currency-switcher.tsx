import { useContext } from 'react'
import { currencyName, shopCurrency } from '../../platform/money/money.ts'
import { ExchangeContext } from '../../platform/ui/exchange-context.ts'
import type { DocumentSettings } from './context.ts'
import styles from './currency-switcher.module.css'

type Props = {
  readonly currencies: DocumentSettings['currencies']
  /** The query of the page, which stays. */
  readonly query: Readonly<Record<string, readonly string[]>>
  readonly id: string
}

/** Chooses the currency of prices; nothing in a shop with one. A form of its own, which works without script. */
export function CurrencySwitcher({ currencies, query, id }: Props) {
  const shown = useContext(ExchangeContext)
  if (currencies.length === 0) return null
  const kept = Object.entries(query).filter(([name]) => name !== 'currency')
  return (
    <form method="get" className={styles.switcher}>
      {kept.flatMap(([name, values]) =>
        values.map((value, index) => <input key={`${name} ${index}`} type="hidden" name={name} value={value} />),
      )}
      <label htmlFor={id}>Currency</label>
      <select id={id} name="currency" defaultValue={shown?.currency ?? shopCurrency}>
        {[shopCurrency, ...currencies.map(({ currency }) => currency)].map((currency) => (
          <option key={currency} value={currency}>
            {`${currency} – ${currencyName(currency)}`}
          </option>
        ))}
      </select>
      <button type="submit">Change</button>
    </form>
  )
}

/** 'Prices in euros', and of a currency that is only displayed, what is paid. */
export function PricesIn() {
  const shown = useContext(ExchangeContext)
  if (shown === null) return 'Prices in Canadian dollars'
  const name = currencyName(shown.currency)
  return shown.isCharged
    ? `Prices in ${name}`
    : `Prices in ${name} are approximate. You pay in ${currencyName(shopCurrency)}`
}
