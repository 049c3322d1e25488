import { convertPrice, type Exchange } from '../../../platform/money/exchange.ts'
import { Breadcrumbs, type Crumb } from '../../../platform/ui/breadcrumbs.tsx'
import { button } from '../../../platform/ui/button.tsx'
import { Notices } from '../../../platform/ui/notices.tsx'
import { Pagination } from '../../../platform/ui/pagination.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { Picture } from '../../../things/media/media.table.ts'
import { Picture as Shown } from '../../../things/media/picture-element.tsx'
import type { ProductCardData } from '../../catalog/product-card.ts'
import { PayLaterCardMessages, type PayLaterMessageList } from '../../gateways/pay-later/pay-later-message.tsx'
import type { FilterChip, FilterView } from '../filter-options.ts'
import type { Listing } from '../listing.ts'
import { type ListingParams, listingHref } from '../listing-params.ts'
import { CardGrid } from './card-grid.tsx'
import { FilterPanel } from './filter-panel.tsx'
import styles from './listing-page.module.css'
import { ListingToolbar } from './listing-toolbar.tsx'
import { NoResults, type NoResultsInfo } from './no-results.tsx'
import { SearchField } from '../../../platform/ui/search-field.tsx'
import formStyles from './search-form.module.css'

type ListingView = {
  readonly filterView: FilterView
  readonly chips: readonly FilterChip[]
  readonly listing: Listing
  readonly perPage: number
  readonly layout: 1 | 4
  readonly title: string
  readonly text: string
  readonly picture: Picture | null
  readonly crumbs: readonly Crumb[]
  readonly noResults: NoResultsInfo | null
  readonly payLater: PayLaterMessageList
  readonly exchange: Exchange | null
}

/** Cards above the fold on a phone; their pictures load with priority. */
const FIRST_CARDS = { 1: 2, 4: 4 } as const

export function ListingPage(view: ListingView) {
  const { filterView, chips, listing, noResults, payLater, exchange } = view
  const { params } = filterView
  return (
    <main id="content" className={styles.page}>
      <header className={`woocommerce-products-header ${styles.head}`} data-swap="head">
        <div>
          <Breadcrumbs crumbs={view.crumbs} />
          <h1 className="woocommerce-products-header__title page-title">{view.title}</h1>
          {view.text !== '' && <p className={`term-description page-lead ${styles.text}`}>{view.text}</p>}
          {params.filters.search !== undefined && (
            <SearchForm search={listing.correctedSearch ?? params.filters.search} />
          )}
        </div>
        {view.picture && <Shown picture={view.picture} maxWidth={480} sizes="440px" alt="" className={styles.scene} />}
      </header>
      <div id="results" data-swap="results" className={styles.results} tabIndex={-1}>
        <Notices notices={[]} />
        <Correction params={params} correctedSearch={listing.correctedSearch} />
        <ListingToolbar params={params} listing={listing} perPage={view.perPage} chips={chips} />
        <div id="products" className={styles.products} tabIndex={-1}>
          {noResults ? (
            <NoResults info={noResults} params={params} categories={filterView.categories} />
          ) : (
            <>
              <CardGrid
                cards={listing.cards}
                arrangement="listing"
                layout={view.layout}
                firstCards={FIRST_CARDS[view.layout]}
                noteOf={
                  payLater.length === 0
                    ? undefined
                    : (card) => <PayLaterCardMessages messages={payLater} product={priceIn(card, exchange)} />
                }
              />
              <div className={styles.pages}>
                <Pagination
                  page={listing.page}
                  pages={listing.pages}
                  label="Pages of products"
                  hrefOf={(page) => listingHref(params, page)}
                />
              </div>
            </>
          )}
        </div>
      </div>
      <FilterPanel filterView={filterView} total={listing.total} />
    </main>
  )
}

const priceIn = ({ minCents, maxCents, ...card }: ProductCardData, exchange: Exchange | null) => ({
  ...card,
  minCents: minCents === null ? null : convertPrice(minCents, exchange),
  maxCents: maxCents === null ? null : convertPrice(maxCents, exchange),
})

function Correction({ params, correctedSearch }: { params: ListingParams; correctedSearch: string | null }) {
  const { search } = params.filters
  if (correctedSearch === null || search === undefined) return null
  const exactHref = listingHref({ ...params, page: 1, filters: { ...params.filters, isSearchExact: true } })
  return (
    <p className={styles.correction}>
      Showing results for <strong>“{correctedSearch}”</strong>.{' '}
      <a href={exactHref} rel="nofollow">
        Search instead for “{search}”
      </a>
    </p>
  )
}

function SearchForm({ search }: { search: string }) {
  return (
    <form action={hrefs.shop()} method="get" role="search" className={`woocommerce-product-search ${formStyles.form}`}>
      <label htmlFor="search-again">Search for a tea, a place, a pot</label>
      <div className={formStyles.row}>
        <SearchField id="search-again" value={search} />
        <button type="submit" className={button.primary}>
          Search
        </button>
      </div>
    </form>
  )
}
