import { hrefs } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { breadcrumbData, type Crumb } from '../ui/breadcrumbs.tsx'
import type { Page } from '../web/page.ts'
import { findTerm, type TermPage, termNames } from './catalog.store.ts'
import { categoriesWithCounts, facetsOf, listProducts } from './list-products.ts'
import type { CategoryWithCount, Facets, Listing } from './listing.ts'
import {
  filtersOf,
  isKeptListing,
  isNarrowed,
  type ListingAddress,
  listingHref,
  type Place,
  placeHref,
} from './listing-address.ts'
import { type Chip, chipsOf, withoutChoices } from './listing-choices.ts'
import { ListingPage } from './pages/listing-page.tsx'
import type { Nothing } from './pages/nothing-found.tsx'

/** How many ways out of an empty listing are counted and shown. */
const MOST_DROPS = 6
const POPULAR = 4

/** The page of a shelf or a search; null where there is no such shelf. */
export async function makeListingPage(
  shop: Shop,
  address: ListingAddress,
  query: Readonly<Record<string, string>>,
): Promise<Page | null> {
  const generation = shop.pages.generation
  const { productsPerPage: perPage, gridLayout } = shop.settings()
  const filters = filtersOf(address)
  const term = await findPlace(shop, address.place)
  if (address.place.kind !== 'shop' && term === null) return null
  const [listing, facets, categories] = await Promise.all([
    listProducts(shop, { filters, sorting: address.sorting, page: address.page, perPage, now: shop.now() }),
    facetsOf(shop, filters),
    categoriesWithCounts(shop),
  ])
  const shown = { address, facets, categories, names: await namesNobodyCounts(shop, address, facets) }
  const chips = chipsOf(shown)
  const isPastEnd = listing.cards.length === 0 && address.page > 1
  const words = wordsOf(address, term, listing)
  const crumbs = crumbsOf(address, term, categories, words.crumb)
  const [firstCard] = listing.cards
  const isTurned = address.page > 1
  return {
    title: isTurned ? `${words.title}, page ${address.page}` : words.title,
    description: words.text,
    // A narrowed listing or a search is one of endless many: no search engine keeps it.
    ...(address.chosen.search === undefined
      ? { canonical: listingHref({ ...address, chosen: {}, sorting: 'menu_order' }) }
      : {}),
    feeds: isPastEnd || address.chosen.search !== undefined ? [] : [feedOf(address, words.title)],
    noIndex: isNarrowed(address.chosen) || address.chosen.search !== undefined || isPastEnd,
    // Programs that turn pages stop at the first one that is not there; people are shown the way back.
    status: isPastEnd ? 404 : 200,
    skipTo: { href: '#results', label: 'Skip to the products' },
    bodyClass: bodyClassOf(address, term),
    structuredData: [breadcrumbData(crumbs, shop.url)],
    ...(firstCard?.pictures[0] ? { image: hrefs.upload(firstCard.pictures[0].path) } : {}),
    body: (
      <ListingPage
        shown={shown}
        chips={chips}
        listing={listing}
        perPage={perPage}
        layout={gridLayout}
        title={words.title}
        text={isTurned ? '' : words.text}
        picture={isTurned ? null : (term?.picture ?? null)}
        crumbs={crumbs}
        nothing={listing.cards.length === 0 ? await waysOut(shop, address, chips, listing) : null}
        notices={[]}
      />
    ),
    ...(isKeptListing(address, query)
      ? {
          cache: {
            tags: ['listing', 'settings', ...listing.cards.map((card) => `product:${card.id}`)],
            ...(listing.nextPriceChange ? { until: listing.nextPriceChange } : {}),
            generation,
          },
        }
      : {}),
  }
}

function findPlace(shop: Shop, place: Place): Promise<TermPage | null> {
  if (place.kind === 'shop') return Promise.resolve(null)
  const taxonomy = { category: 'product_cat', tag: 'product_tag', attribute: '' }[place.kind]
  return findTerm(shop.db, place.kind === 'attribute' ? place.attribute : taxonomy, place.slug)
}

/** Chosen values that nothing here has, such as a tag or the size of a tea that is gone, still have a name. */
function namesNobodyCounts(shop: Shop, address: ListingAddress, facets: Facets): Promise<Map<string, string>> {
  const { tagSlug, attributes = {} } = address.chosen
  const counted = new Set(
    facets.attributes.flatMap(({ slug, values }) => values.map((value) => `${slug}:${value.slug}`)),
  )
  const values = Object.entries(attributes)
    .flatMap(([taxonomy, { slugs }]) => slugs.map((slug) => ({ taxonomy, slug })))
    .filter(({ taxonomy, slug }) => !counted.has(`${taxonomy}:${slug}`))
  return termNames(shop.db, [...values, ...(tagSlug === undefined ? [] : [{ taxonomy: 'product_tag', slug: tagSlug }])])
}

/** What helps where nothing is to be seen: which choice to drop, and what most people like. */
async function waysOut(
  shop: Shop,
  address: ListingAddress,
  chips: readonly Chip[],
  listing: Listing,
): Promise<Nothing> {
  const now = shop.now()
  const count = async (without: ListingAddress) =>
    (
      await listProducts(shop, {
        filters: filtersOf(without),
        sorting: without.sorting,
        page: 1,
        perPage: 1,
        now,
      })
    ).total
  if (listing.total > 0) return { kind: 'past-end', lastPage: listing.pages }
  const [drops, unfiltered, popular] = await Promise.all([
    Promise.all(chips.slice(0, MOST_DROPS).map(async (chip) => ({ chip, count: await count(chip.without) }))),
    chips.length > 0 ? count(withoutChoices(address)) : 0,
    listProducts(shop, { filters: {}, sorting: 'popularity', page: 1, perPage: POPULAR, now }),
  ])
  return {
    kind: 'empty',
    drops: drops.filter((drop) => drop.count > 0).toSorted((a, b) => b.count - a.count),
    unfiltered,
    popular: popular.cards,
  }
}

type Words = { readonly title: string; readonly text: string; readonly crumb: string }

function wordsOf(address: ListingAddress, term: TermPage | null, listing: Listing): Words {
  const { search } = address.chosen
  if (search !== undefined) {
    const found = listing.correctedSearch ?? search
    return { title: `Search results: “${found}”`, text: '', crumb: `Search results for “${found}”` }
  }
  if (!term) return { title: 'Shop all', text: 'All our teas, herbs and teaware in one place.', crumb: 'Shop' }
  const { kind } = address.place
  if (kind === 'tag') {
    return { title: capital(term.name), text: term.description, crumb: `Products tagged “${term.name}”` }
  }
  return { title: term.name, text: term.description, crumb: term.name }
}

/** New products of the shelf; what is chosen there does not count. */
const feedOf = ({ place }: ListingAddress, title: string) => ({
  title: `${title}: new products`,
  href: hrefs.feedOf(placeHref(place)),
})

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function crumbsOf(
  address: ListingAddress,
  term: TermPage | null,
  categories: readonly CategoryWithCount[],
  last: string,
): Crumb[] {
  const isShop = address.place.kind === 'shop' && address.chosen.search === undefined
  const parent = categories.find((candidate) => candidate.id === term?.parentId)
  return [
    { label: 'Home', href: hrefs.home() },
    ...(isShop ? [] : [{ label: 'Shop', href: hrefs.shop() }]),
    ...(parent ? [{ label: parent.name, href: hrefs.category(parent.slug) }] : []),
    { label: last },
  ]
}

/** Class names on the body that styles and scripts of such shops look for (html-notes.md, "Body classes"). */
function bodyClassOf({ place, chosen }: ListingAddress, term: TermPage | null): string {
  if (chosen.search !== undefined) {
    return 'search search-results post-type-archive-product woocommerce-shop woocommerce woocommerce-page'
  }
  if (term && place.kind !== 'shop') {
    return `archive tax-${term.taxonomy} term-${term.slug} term-${term.id} woocommerce woocommerce-page`
  }
  return 'archive post-type-archive post-type-archive-product woocommerce-shop woocommerce woocommerce-page'
}
