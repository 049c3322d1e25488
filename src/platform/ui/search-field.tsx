import { hrefs } from '../web/routes.ts'

type SearchFieldProps = { id: string; value?: string; placeholder?: string; hasAutoFocus?: boolean }

/** Field of every product search form. `search-suggestions.client.ts` attaches suggestions on focus. */
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
