import { hrefs } from '../../../platform/web/routes.ts'
import type { ProductCardData } from '../../catalog/product-card.ts'
import { type FilterChip, withoutFilters } from '../filter-options.ts'
import type { CategoryWithCount } from '../listing.ts'
import { type ListingParams, listingHref } from '../listing-params.ts'
import { CardGrid } from './card-grid.tsx'
import styles from './no-results.module.css'

export type NoResultsInfo =
  | { readonly kind: 'page-out-of-range'; readonly lastPage: number }
  | {
      readonly kind: 'empty'
      readonly removableFilters: readonly { readonly chip: FilterChip; readonly count: number }[]
      readonly unfilteredTotal: number
      readonly popular: readonly ProductCardData[]
    }

type NoResultsProps = { info: NoResultsInfo; params: ListingParams; categories: readonly CategoryWithCount[] }

export function NoResults({ info, params, categories }: NoResultsProps) {
  if (info.kind === 'page-out-of-range') return <PageOutOfRange params={params} lastPage={info.lastPage} />
  const topCategories = categories.filter((category) => category.count > 0 && category.parentId === null)
  return (
    <div className={`woocommerce-no-products-found ${styles.nothing}`}>
      <p className={`woocommerce-info ${styles.words}`} role="status">
        {params.filters.search === undefined
          ? 'No products were found matching your selection.'
          : `Nothing found for “${params.filters.search}”.`}
      </p>
      {info.unfilteredTotal > 0 && <RemovableFilters params={params} info={info} />}
      <p>
        {info.unfilteredTotal > 0 ? 'Or browse:' : 'Browse:'}{' '}
        {topCategories.map((category, index) => (
          <span key={category.id}>
            {index > 0 && ' · '}
            <a href={hrefs.category(category.slug)}>{category.name}</a>
          </span>
        ))}
      </p>
      {info.popular.length > 0 && (
        <section aria-labelledby="popular-title" className={styles.popular}>
          <h2 id="popular-title">Our bestsellers</h2>
          <CardGrid cards={info.popular} arrangement="beside" headingLevel={3} />
        </section>
      )}
    </div>
  )
}

type RemovableProps = { params: ListingParams; info: Extract<NoResultsInfo, { kind: 'empty' }> }

function RemovableFilters({ params, info: { removableFilters, unfilteredTotal } }: RemovableProps) {
  return (
    <>
      <p>{removableFilters.length > 0 ? 'Take off one filter to see:' : 'No product matches all of these filters.'}</p>
      <ul className={styles.drops}>
        {removableFilters.map(({ chip, count }) => (
          <li key={chip.key}>
            <a href={listingHref(chip.without)} rel="nofollow" data-filter-key={`drop-${chip.key}`}>
              Without “{chip.label}”: {count} {count === 1 ? 'product' : 'products'}
            </a>
          </li>
        ))}
        <li>
          <a href={listingHref(withoutFilters(params))} rel="nofollow" data-filter-key="clear">
            Without filters: {unfilteredTotal} {unfilteredTotal === 1 ? 'product' : 'products'}
          </a>
        </li>
      </ul>
    </>
  )
}

function PageOutOfRange({ params, lastPage }: { params: ListingParams; lastPage: number }) {
  return (
    <div className={styles.nothing}>
      <p className={`woocommerce-info ${styles.words}`}>There is no such page in this list.</p>
      <p>
        {lastPage > 1 && (
          <>
            <a href={listingHref(params, lastPage)}>Go to the last page, {lastPage}</a>, or{' '}
          </>
        )}
        <a href={listingHref(params, 1)}>{lastPage > 1 ? 'start from the first' : 'Go to the first page'}</a>.
      </p>
    </div>
  )
}
