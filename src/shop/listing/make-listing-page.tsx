import type { Db } from '../../platform/database/connect.ts'
import type { Exchange } from '../../platform/money/exchange.ts'
import { breadcrumbData, type Crumb } from '../../platform/ui/breadcrumbs.tsx'
import { onPage } from '../../platform/ui/pagination.tsx'
import type { Page } from '../../platform/web/page.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import type { ProductCardData } from '../catalog/product-card.ts'
import { findTerm, type TermPage, termNames } from '../catalog/terms.store.ts'
import { payLaterPriceMessages } from '../payment-methods/payment-methods.ts'
import type { ListingContext } from './context.ts'
import { type FilterChip, filterChips, withoutFilters } from './filter-options.ts'
import { categoriesWithCounts, facetsOf, listProducts } from './list-products.ts'
import type { CategoryWithCount, Facets, Listing } from './listing.ts'
import {
  archiveHref,
  filtersOf,
  hasFilters,
  isCacheableListing,
  type ListingParams,
  listingHref,
  type ProductArchive,
} from './listing-params.ts'
import { ListingPage } from './pages/listing-page.tsx'
import type { NoResultsInfo } from './pages/no-results.tsx'

const MAX_REMOVABLE_FILTERS = 6
const BESTSELLERS = 4

export type ListingOptions = {
  /** Global variables with settings of payment methods that show messages on cards. */
  globals(cards: readonly ProductCardData[], exchange: Exchange | null): Record<string, unknown>
}

type ListingRequest = ListingOptions & {
  readonly query: Readonly<Record<string, string>>
  readonly exchange: Exchange | null
}

export async function makeListingPage(
  shop: ListingContext,
  params: ListingParams,
  { query, exchange, globals }: ListingRequest,
): Promise<Page | null> {
  const generation = shop.pages.generation
  const { productsPerPage: perPage, gridLayout } = shop.settings()
  const filters = filtersOf(params)
  const term = await findArchiveTerm(shop.db, params.archive)
  if (params.archive.kind !== 'shop' && term === null) return null
  const [listing, facets, categories] = await Promise.all([
    listProducts(shop, { filters, sorting: params.sorting, page: params.page, perPage, now: shop.now() }),
    facetsOf(shop, filters),
    categoriesWithCounts(shop),
  ])
  const filterView = { params, facets, categories, names: await missingTermNames(shop.db, params, facets) }
  const chips = filterChips(filterView)
  const isPaged = params.page > 1
  const isPastEnd = listing.cards.length === 0 && isPaged
  const isSearch = params.filters.search !== undefined
  const { title, text, crumb } = headingsOf(params, term, listing)
  const crumbs = crumbsOf(params, term, categories, crumb)
  const firstPicture = listing.cards[0]?.pictures[0]
  return {
    title: isPastEnd ? title : onPage(title, params.page, listing.pages),
    description: text && onPage(text, params.page, listing.pages),
    // Filtered listings and searches are unlimited in number, so they are excluded from search engines.
    canonical: isSearch ? undefined : listingHref({ ...params, filters: {}, sorting: 'menu_order' }),
    feeds:
      isPastEnd || isSearch
        ? []
        : [{ title: `${title}: new products`, href: hrefs.feedOf(archiveHref(params.archive)) }],
    noIndex: hasFilters(params.filters) || isSearch || isPastEnd,
    // A 404 stops clients that paginate; visitors see a link back.
    status: isPastEnd ? 404 : 200,
    skipLink: { href: '#products', label: 'Skip to the products' },
    bodyClass: bodyClassOf(params, term),
    structuredData: [breadcrumbData(crumbs, shop.url)],
    image: firstPicture && hrefs.upload(firstPicture.path),
    globals: globals(listing.cards, exchange),
    body: (
      <ListingPage
        filterView={filterView}
        chips={chips}
        listing={listing}
        perPage={perPage}
        layout={gridLayout}
        title={title}
        text={isPaged ? '' : text}
        picture={isPaged ? null : (term?.picture ?? null)}
        crumbs={crumbs}
        payLater={payLaterPriceMessages(
          shop.settings(),
          { exchange, shopCountry: shop.pricing().base.country },
          'shop',
        )}
        exchange={exchange}
        noResults={listing.cards.length === 0 ? await noResultsInfo(shop, params, chips, listing) : null}
      />
    ),
    cache: isCacheableListing(params, query)
      ? {
          tags: ['listing', 'settings', ...listing.cards.map((card) => `product:${card.id}`)],
          expiresAt: listing.nextPriceChange ?? undefined,
          generation,
        }
      : undefined,
  }
}

export async function findArchiveTerm(db: Db, archive: ProductArchive): Promise<TermPage | null> {
  if (archive.kind === 'shop') return null
  const taxonomy = archive.kind === 'attribute' ? archive.attribute : taxonomies[archive.kind]
  return findTerm(db, taxonomy, archive.slug)
}

const taxonomies = { category: 'product_cat', tag: 'product_tag' } as const

/** Names of selected values without products here, such as a tag or the size of a sold-out tea. */
function missingTermNames(db: Db, { filters }: ListingParams, facets: Facets): Promise<Map<string, string>> {
  const { tagSlug, attributes = {} } = filters
  const knownTerms = new Set(
    facets.attributes.flatMap(({ slug, values }) => values.map((value) => `${slug}:${value.slug}`)),
  )
  const values = Object.entries(attributes)
    .flatMap(([taxonomy, { slugs }]) => slugs.map((slug) => ({ taxonomy, slug })))
    .filter(({ taxonomy, slug }) => !knownTerms.has(`${taxonomy}:${slug}`))
  return termNames(db, [...values, ...(tagSlug === undefined ? [] : [{ taxonomy: 'product_tag', slug: tagSlug }])])
}

async function noResultsInfo(
  shop: ListingContext,
  params: ListingParams,
  chips: readonly FilterChip[],
  listing: Listing,
): Promise<NoResultsInfo> {
  if (listing.total > 0) return { kind: 'page-out-of-range', lastPage: listing.pages }
  const now = shop.now()
  const count = async (without: ListingParams) => {
    const request = { filters: filtersOf(without), sorting: without.sorting, page: 1, perPage: 1, now }
    return (await listProducts(shop, request)).total
  }
  const removable = chips.slice(0, MAX_REMOVABLE_FILTERS)
  const [removableFilters, unfilteredTotal, popular] = await Promise.all([
    Promise.all(removable.map(async (chip) => ({ chip, count: await count(chip.without) }))),
    chips.length > 0 ? count(withoutFilters(params)) : 0,
    listProducts(shop, { filters: {}, sorting: 'popularity', page: 1, perPage: BESTSELLERS, now }),
  ])
  return {
    kind: 'empty',
    removableFilters: removableFilters.filter((drop) => drop.count > 0).toSorted((a, b) => b.count - a.count),
    unfilteredTotal,
    popular: popular.cards,
  }
}

function headingsOf(params: ListingParams, term: TermPage | null, listing: Listing) {
  const { search } = params.filters
  if (search !== undefined) {
    const searched = listing.correctedSearch ?? search
    return { title: `Search results: “${searched}”`, text: '', crumb: `Search results for “${searched}”` }
  }
  if (!term) return { title: 'Shop all', text: 'All our teas, herbs and teaware in one place.', crumb: 'Shop' }
  const { name, description: text } = term
  return params.archive.kind === 'tag'
    ? { title: capitalized(name), text, crumb: `Products tagged “${name}”` }
    : { title: name, text, crumb: name }
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function crumbsOf(
  params: ListingParams,
  term: TermPage | null,
  categories: readonly CategoryWithCount[],
  last: string,
): Crumb[] {
  const isShop = params.archive.kind === 'shop' && params.filters.search === undefined
  const parent = categories.find((candidate) => candidate.id === term?.parentId)
  return [
    { label: 'Home', href: paths.home },
    ...(isShop ? [] : [{ label: 'Shop', href: hrefs.shop() }]),
    ...(parent ? [{ label: parent.name, href: hrefs.category(parent.slug) }] : []),
    { label: last },
  ]
}

/** Body classes used by WooCommerce themes and scripts (html-notes.md, "Body classes"). */
function bodyClassOf({ archive, filters }: ListingParams, term: TermPage | null): string {
  if (term && filters.search === undefined && archive.kind !== 'shop')
    return `archive tax-${term.taxonomy} term-${term.slug} term-${term.id} woocommerce woocommerce-page`
  const kind = filters.search === undefined ? 'archive post-type-archive' : 'search search-results'
  return `${kind} post-type-archive-product woocommerce-shop woocommerce woocommerce-page`
}
