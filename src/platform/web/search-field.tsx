import { useContext } from 'react'
import { ExchangeContext } from '../ui/exchange-context.ts'
import { hrefs } from './routes.ts'

type SearchFieldProps = { id: string; value?: string; placeholder?: string; hasAutoFocus?: boolean }

/** Field of every product search form. `search-suggestions.client.ts` attaches suggestions on focus. */
export function SearchField({ id, value, placeholder, hasAutoFocus }: SearchFieldProps) {
  const exchange = useContext(ExchangeContext)
  return (
    <>
      <input
        id={id}
        className="search-field"
        type="search"
        name="s"
        autoComplete="off"
        required
        defaultValue={value}
        placeholder={placeholder}
        {...(hasAutoFocus ? { autoFocus: true } : {})}
        data-suggestions={hrefs.storeApi('/products')}
        data-price-prefix={exchange && !exchange.isCharged ? 'approx. ' : undefined}
      />
      <input type="hidden" name="post_type" value="product" />
    </>
  )
}
