import { hrefs } from '../../../platform/web/routes.ts'

type SearchFieldProps = {
  id: string
  value?: string
  placeholder?: string
  /** For a panel that somebody opens in order to type. */
  hasAutoFocus?: boolean
}

/**
 * The field of every search form of the shop, with what makes it a search for products. Suggestions come to it when
 * somebody goes into it (`listing/search-suggestions.client.ts`).
 */
export function SearchField({ id, value, placeholder, hasAutoFocus }: SearchFieldProps) {
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
      />
      <input type="hidden" name="post_type" value="product" />
    </>
  )
}
