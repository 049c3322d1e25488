import { hrefs } from '../../routes.ts'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type NoticeList, Notices } from '../../ui/notices.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Picture as Shown } from '../../ui/picture.tsx'
import type { CategoryWithCount } from '../catalog.store.ts'
import { type Listing, resultCountText, sortings } from '../listing.ts'
import { type ListingAddress, listingHref } from '../listing-address.ts'
import type { Picture } from '../product.ts'
import { CardGrid } from './card-grid.tsx'
import styles from './listing-page.module.css'
import { Shelves } from './shelves.tsx'

export type ListingView = {
  readonly address: ListingAddress
  readonly listing: Listing
  readonly perPage: number
  readonly title: string
  /** One sentence under the title. */
  readonly text: string
  readonly picture: Picture | null
  readonly crumbs: readonly Crumb[]
  readonly categories: readonly CategoryWithCount[]
  readonly notices: NoticeList
}

/** Shop, category and search: the same page with another title. */
export function ListingPage(view: ListingView) {
  const { address, listing } = view
  return (
    <main id="content" className={styles.page}>
      <header className={`woocommerce-products-header ${styles.head}`}>
        <div>
          <Breadcrumbs crumbs={view.crumbs} />
          <h1 className={`woocommerce-products-header__title page-title ${styles.title}`}>{view.title}</h1>
          {view.text !== '' && <p className={`term-description ${styles.text}`}>{view.text}</p>}
        </div>
        {view.picture && <Shown picture={view.picture} largest={480} sizes="440px" alt="" className={styles.scene} />}
      </header>
      <Shelves
        categories={view.categories}
        current={address.search === undefined ? (address.categorySlug ?? null) : undefined}
      />
      <div>
        <Notices notices={view.notices} />
        {listing.cards.length === 0 ? (
          <NothingFound view={view} />
        ) : (
          <>
            <div className={styles.tools}>
              <button type="button" className={styles.shelvesButton} popoverTarget="shelves">
                <Icon name="filter" /> Shelves
              </button>
              <ResultCount view={view} />
              <SortForm address={address} />
            </div>
            <CardGrid cards={listing.cards} arrangement="listing" firstCards={2} />
            <div className={styles.pages}>
              <Pagination
                page={listing.page}
                pages={listing.pages}
                label="Pages of products"
                hrefOf={(page) => listingHref(address, page)}
              />
            </div>
          </>
        )}
      </div>
    </main>
  )
}

function ResultCount({ view: { listing, perPage, address } }: { view: ListingView }) {
  const isSorted = address.sorting !== 'menu_order'
  return (
    <p
      className={`woocommerce-result-count ${styles.count}`}
      role="alert"
      aria-relevant="all"
      {...(isSorted ? { 'data-is-sorted-by': 'true' } : {})}
    >
      {resultCountText(listing, perPage)}
      {isSorted && (
        <span className="screen-reader-text">. {sortings[address.sorting].replace('Sort by', 'Sorted by')}</span>
      )}
    </p>
  )
}

/** Changing it sends the form at once; without script its button does (CAT-01). */
function SortForm({ address }: { address: ListingAddress }) {
  return (
    <form
      className={`woocommerce-ordering ${styles.sort}`}
      method="get"
      action={address.categorySlug === undefined ? hrefs.shop() : hrefs.category(address.categorySlug)}
    >
      <select name="orderby" className="orderby" aria-label="Shop order" defaultValue={address.sorting}>
        {Object.entries(sortings).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <input type="hidden" name="paged" value="1" />
      {address.search !== undefined && (
        <>
          <input type="hidden" name="s" value={address.search} />
          <input type="hidden" name="post_type" value="product" />
        </>
      )}
      <button type="submit" className={button.secondary}>
        Sort
      </button>
    </form>
  )
}

function NothingFound({ view: { address, categories } }: { view: ListingView }) {
  const shelves = categories.filter((category) => category.count > 0 && category.slug !== 'tea')
  return (
    <div className={`woocommerce-no-products-found ${styles.nothing}`}>
      <p className={`woocommerce-info ${styles.nothingText}`}>No products were found matching your selection.</p>
      {address.search !== undefined && (
        <form action={hrefs.shop()} method="get" role="search" className={styles.again}>
          <label htmlFor="search-again">Try another word, for example a place or a kind of tea</label>
          <div>
            <input id="search-again" type="search" name="s" defaultValue={address.search} />
            <input type="hidden" name="post_type" value="product" />
            <button type="submit" className={button.primary}>
              Search
            </button>
          </div>
        </form>
      )}
      <p>Or look on a shelf:</p>
      <ul>
        {shelves.map((category) => (
          <li key={category.id}>
            <a href={hrefs.category(category.slug)}>{category.name}</a>
          </li>
        ))}
      </ul>
    </div>
  )
}
