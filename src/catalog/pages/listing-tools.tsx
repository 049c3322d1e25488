import { button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type Listing, type ListingOrder, resultCountText, sortings } from '../listing.ts'
import { type ListingAddress, listingHref, listingQuery, placeHref, usualOrder } from '../listing-address.ts'
import { type Chip, withoutChoices } from '../listing-choices.ts'
import styles from './listing-tools.module.css'

type ToolsProps = { address: ListingAddress; listing: Listing; perPage: number; chips: readonly Chip[] }

/** Above the cards: the way to the filters, how many there are, how they are sorted, and what is chosen. */
export function ListingTools({ address, listing, perPage, chips }: ToolsProps) {
  return (
    <>
      <div className={styles.tools}>
        <FilterButton chosen={chips.length} />
        {listing.cards.length > 0 && <ResultCount address={address} listing={listing} perPage={perPage} />}
        {listing.cards.length > 0 && <SortForm address={address} />}
      </div>
      {chips.length > 0 && <Chips address={address} chips={chips} />}
    </>
  )
}

function FilterButton({ chosen }: { chosen: number }) {
  return (
    <button type="button" className={styles.filterButton} popoverTarget="filters">
      <Icon name="filter" /> Filter
      {chosen > 0 && (
        <span className={styles.chosen}>
          {chosen}
          <span className="screen-reader-text"> {chosen === 1 ? 'filter is' : 'filters are'} on</span>
        </span>
      )}
    </button>
  )
}

type CountProps = Omit<ToolsProps, 'chips'>

/** In a live region, so that those who hear the page are told again once it has settled (CAT-02). */
function ResultCount({ address, listing, perPage }: CountProps) {
  const isSorted = address.sorting !== usualOrder(address.chosen)
  return (
    <p
      className={`woocommerce-result-count ${styles.count}`}
      role="alert"
      aria-relevant="all"
      {...(isSorted ? { 'data-is-sorted-by': 'true' } : {})}
    >
      {resultCountText(listing, perPage)}
      {isSorted && (
        <span className="screen-reader-text">. {nameOf(address.sorting).replace('Sort by', 'Sorted by')}</span>
      )}
    </p>
  )
}

const nameOf = (order: ListingOrder): string => (order === 'relevance' ? 'Relevance' : sortings[order])

/** Changing it sends the form at once; without script its button does (CAT-01). */
function SortForm({ address }: { address: ListingAddress }) {
  const { orderby: _, ...others } = listingQuery(address)
  const usual = usualOrder(address.chosen)
  const orders = Object.keys(sortings).map((order) => (order === 'menu_order' ? usual : order) as ListingOrder)
  return (
    <form className={`woocommerce-ordering ${styles.sort}`} method="get" action={placeHref(address.place)}>
      <select
        name="orderby"
        className="orderby"
        aria-label="Shop order"
        autoComplete="off"
        defaultValue={address.sorting}
      >
        {orders.map((order) => (
          <option key={order} value={order}>
            {nameOf(order)}
          </option>
        ))}
      </select>
      <input type="hidden" name="paged" value="1" />
      {Object.entries(others).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={button.secondary}>
        Sort
      </button>
    </form>
  )
}

/** What is chosen; each takes itself out. */
function Chips({ address, chips }: { address: ListingAddress; chips: readonly Chip[] }) {
  return (
    <ul className={`woocommerce-widget-layered-nav-filters ${styles.chips}`} aria-label="Chosen filters">
      {chips.map((chip) => (
        <li key={chip.key} className="chosen">
          <a
            href={listingHref(chip.without)}
            rel="nofollow"
            data-choice={`chip-${chip.key}`}
            aria-label={`Remove filter: ${chip.label}`}
          >
            {chip.label} <Icon name="close" size={14} />
          </a>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <a href={listingHref(withoutChoices(address))} rel="nofollow" data-choice="clear" className={styles.clear}>
            Clear all
          </a>
        </li>
      )}
    </ul>
  )
}
