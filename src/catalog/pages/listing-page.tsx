import type { Picture } from '../../media/picture.ts'
import { Breadcrumbs, type Crumb } from '../../ui/breadcrumbs.tsx'
import { type NoticeList, Notices } from '../../ui/notices.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Picture as Shown } from '../../ui/picture.tsx'
import type { Listing } from '../listing.ts'
import { type ListingAddress, listingHref } from '../listing-address.ts'
import type { Chip, Shown as Choices } from '../listing-choices.ts'
import { CardGrid } from './card-grid.tsx'
import { FilterPanel } from './filter-panel.tsx'
import styles from './listing-page.module.css'
import { ListingTools } from './listing-tools.tsx'
import { type Nothing, NothingFound } from './nothing-found.tsx'
import { SearchForm } from './search-form.tsx'

type ListingView = {
  readonly shown: Choices
  readonly chips: readonly Chip[]
  readonly listing: Listing
  readonly perPage: number
  readonly layout: 1 | 4
  readonly title: string
  /** One sentence under the title. */
  readonly text: string
  readonly picture: Picture | null
  readonly crumbs: readonly Crumb[]
  /** When there are no cards. */
  readonly nothing: Nothing | null
  readonly notices: NoticeList
}

/** Pictures in view at once on a phone; those are fetched first. */
const FIRST_CARDS = { 1: 2, 4: 4 } as const

/** Shop, category, tag, attribute and search: the same page with another title. */
export function ListingPage(view: ListingView) {
  const { shown, chips, listing, nothing } = view
  const { address } = shown
  return (
    <main id="content" className={styles.page}>
      <header className={`woocommerce-products-header ${styles.head}`} data-swap="head">
        <div>
          <Breadcrumbs crumbs={view.crumbs} />
          <h1 className={`woocommerce-products-header__title page-title ${styles.title}`}>{view.title}</h1>
          {view.text !== '' && <p className={`term-description ${styles.text}`}>{view.text}</p>}
          {address.chosen.search !== undefined && (
            <SearchForm search={listing.correctedSearch ?? address.chosen.search} />
          )}
        </div>
        {view.picture && <Shown picture={view.picture} largest={480} sizes="440px" alt="" className={styles.scene} />}
      </header>
      <FilterPanel shown={shown} total={listing.total} />
      <div id="results" data-swap="results" className={styles.results} tabIndex={-1}>
        <Notices notices={view.notices} />
        <Correction address={address} corrected={listing.correctedSearch} />
        <ListingTools address={address} listing={listing} perPage={view.perPage} chips={chips} />
        {nothing ? (
          <NothingFound nothing={nothing} address={address} categories={shown.categories} />
        ) : (
          <>
            <CardGrid
              cards={listing.cards}
              arrangement="listing"
              layout={view.layout}
              firstCards={FIRST_CARDS[view.layout]}
            />
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

/** What was looked for instead of what was typed, and the way back to it. */
function Correction({ address, corrected }: { address: ListingAddress; corrected: string | null }) {
  const { search } = address.chosen
  if (corrected === null || search === undefined) return null
  const typed = listingHref({ ...address, page: 1, chosen: { ...address.chosen, isSearchExact: true } })
  return (
    <p className={styles.correction}>
      Showing results for <strong>“{corrected}”</strong>.{' '}
      <a href={typed} rel="nofollow">
        Search instead for “{search}”
      </a>
    </p>
  )
}
