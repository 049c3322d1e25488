import { button } from '../../../platform/ui/button.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import { SearchField } from './search-field.tsx'
import styles from './search-form.module.css'

/** Search form on the search page, with the current term to edit. */
export function SearchForm({ search }: { search: string }) {
  return (
    <form action={hrefs.shop()} method="get" role="search" className={`woocommerce-product-search ${styles.form}`}>
      <label htmlFor="search-again">Search for a tea, a place, a pot</label>
      <div className={styles.row}>
        <SearchField id="search-again" value={search} />
        <button type="submit" className={button.primary}>
          Search
        </button>
      </div>
    </form>
  )
}
