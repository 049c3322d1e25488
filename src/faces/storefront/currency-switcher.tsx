import { useContext } from 'react'
import { currencyName, shopCurrency } from '../../platform/money/money.ts'
import { ExchangeContext } from '../../platform/ui/exchange-context.ts'
import type { DocumentSettings } from './context.ts'
import styles from './currency-switcher.module.css'

type Query = Readonly<Record<string, readonly string[]>>
type Props = { readonly currencies: DocumentSettings['currencies']; readonly query: Query; readonly id: string }

const choices = (currencies: Props['currencies']) => [shopCurrency, ...currencies.map(({ currency }) => currency)]

/** Chooses the currency of prices; empty if there is only one. Works without script. */
export function CurrencySwitcher({ currencies, query, id }: Props) {
  const exchange = useContext(ExchangeContext)
  if (currencies.length === 0) return null
  return (
    <form method="get" className={styles.switcher}>
      <QueryInputs query={query} />
      <label htmlFor={id}>Currency</label>
      <select id={id} name="currency" defaultValue={exchange?.currency ?? shopCurrency}>
        {choices(currencies).map((currency) => (
          <option key={currency} value={currency}>
            {`${currency} – ${currencyName(currency)}`}
          </option>
        ))}
      </select>
      <button type="submit">Change</button>
    </form>
  )
}

export function CurrencyPanel({ currencies, query, id }: Props) {
  const exchange = useContext(ExchangeContext)
  if (currencies.length === 0) return null
  return (
    <form method="get" id={id} className={styles.panel} popover="auto" aria-label="Currency">
      <QueryInputs query={query} />
      <span>Prices in</span>
      {choices(currencies).map((currency) => (
        <button
          key={currency}
          type="submit"
          name="currency"
          value={currency}
          aria-current={currency === (exchange?.currency ?? shopCurrency) ? 'true' : undefined}
        >
          {`${currency} – ${currencyName(currency)}`}
        </button>
      ))}
    </form>
  )
}

function QueryInputs({ query }: { query: Query }) {
  return Object.entries(query)
    .filter(([name]) => name !== 'currency' && name !== 'sktbuilder')
    .flatMap(([name, values]) =>
      values.map((value, index) => <input key={`${name} ${index}`} type="hidden" name={name} value={value} />),
    )
}

/** 'Prices in euros', and the charged currency if these are only approximate. */
export function PricesIn() {
  const exchange = useContext(ExchangeContext)
  if (exchange === null) return 'Prices in Canadian dollars'
  const name = currencyName(exchange.currency)
  return exchange.isCharged
    ? `Prices in ${name}`
    : `Prices in ${name} are approximate. You pay in ${currencyName(shopCurrency)}`
}
