import { button } from '../../../platform/ui/button.tsx'
import { Icon } from '../../../platform/ui/icon.tsx'
import { type FilterChip, withoutFilters } from '../filter-options.ts'
import { type Listing, type ListingSorting, resultCountText, sortings } from '../listing.ts'
import { archiveHref, defaultSorting, type ListingParams, listingHref, listingQuery } from '../listing-params.ts'
import { HiddenFields } from './filter-panel.tsx'
import styles from './listing-toolbar.module.css'

type ToolbarProps = { params: ListingParams; listing: Listing; perPage: number; chips: readonly FilterChip[] }

/** Filter button (from 960 px a skip link to the filters), result count, sort select and active filters. */
export function ListingToolbar({ params, listing, perPage, chips }: ToolbarProps) {
  return (
    <>
      <div className={styles.tools}>
        <button type="button" className={styles.filterButton} popoverTarget="filters">
          <Icon name="filter" /> Filter
          {chips.length > 0 && (
            <span className={styles.chosen}>
              {chips.length}
              <span className="screen-reader-text"> {chips.length === 1 ? 'filter is' : 'filters are'} on</span>
            </span>
          )}
        </button>
        <a className={`skip-link screen-reader-text ${styles.toFilters}`} href="#filters">
          Categories and filters
        </a>
        {listing.cards.length > 0 && (
          <>
            <ResultCount params={params} text={resultCountText(listing, perPage)} />
            <SortForm params={params} />
          </>
        )}
      </div>
      {chips.length > 0 && <FilterChips params={params} chips={chips} />}
    </>
  )
}

/** In a live region, so that screen readers announce an updated count (CAT-02). */
function ResultCount({ params, text }: { params: ListingParams; text: string }) {
  const isSorted = params.sorting !== defaultSorting(params.filters)
  return (
    <p
      className={`woocommerce-result-count ${styles.count}`}
      role="alert"
      aria-relevant="all"
      data-is-sorted-by={isSorted ? 'true' : undefined}
    >
      {text}
      {isSorted && (
        <span className="screen-reader-text">. {sortingLabel(params.sorting).replace('Sort by', 'Sorted by')}</span>
      )}
    </p>
  )
}

const sortingLabel = (order: ListingSorting): string => (order === 'relevance' ? 'Relevance' : sortings[order])

/** Submits on change, or without script by its button (CAT-01). */
function SortForm({ params }: { params: ListingParams }) {
  const { orderby: _, ...others } = listingQuery(params)
  const defaultOrder = defaultSorting(params.filters)
  const orders = Object.keys(sortings).map((order) => (order === 'menu_order' ? defaultOrder : order) as ListingSorting)
  return (
    <form className={`woocommerce-ordering ${styles.sort}`} method="get" action={archiveHref(params.archive)}>
      <select
        name="orderby"
        className="orderby"
        aria-label="Shop order"
        autoComplete="off"
        defaultValue={params.sorting}
      >
        {orders.map((order) => (
          <option key={order} value={order}>
            {sortingLabel(order)}
          </option>
        ))}
      </select>
      <input type="hidden" name="paged" value="1" />
      <HiddenFields query={others} />
      <button type="submit" className={button.secondary}>
        Sort
      </button>
    </form>
  )
}

function FilterChips({ params, chips }: { params: ListingParams; chips: readonly FilterChip[] }) {
  return (
    <ul className={`woocommerce-widget-layered-nav-filters ${styles.chips}`} aria-label="Chosen filters">
      {chips.map((chip) => (
        <li key={chip.key} className="chosen">
          <a
            href={listingHref(chip.without)}
            rel="nofollow"
            data-filter-key={`chip-${chip.key}`}
            aria-label={`Remove filter: ${chip.label}`}
          >
            {chip.label} <Icon name="close" size={14} />
          </a>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <a href={listingHref(withoutFilters(params))} rel="nofollow" data-filter-key="clear" className={styles.clear}>
            Clear all
          </a>
        </li>
      )}
    </ul>
  )
}
