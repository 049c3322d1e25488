import { hrefs } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { breadcrumbData, type Crumb } from '../ui/breadcrumbs.tsx'
import type { Page } from '../web/page.ts'
import { shopGlobals } from '../web/shop-globals.ts'
import { findTerm, type TermPage } from './catalog.store.ts'
import { categoriesWithCounts, listProducts } from './list-products.ts'
import type { ListingFilters } from './listing.ts'
import { isKeptListing, type ListingAddress, listingHref } from './listing-address.ts'
import { ListingPage } from './pages/listing-page.tsx'

/** The page of a shelf or a search; null where there is none: an unknown category, or a page past the end. */
export async function makeListingPage(
  shop: Shop,
  address: ListingAddress,
  query: Readonly<Record<string, string>>,
): Promise<Page | null> {
  const { db } = shop
  const generation = shop.pages.generation
  const perPage = shop.settings().productsPerPage
  const filters: ListingFilters = {
    ...(address.categorySlug === undefined ? {} : { categorySlug: address.categorySlug }),
    ...(address.search === undefined ? {} : { search: address.search }),
  }
  const [category, listing, categories] = await Promise.all([
    address.categorySlug === undefined ? null : findTerm(db, 'product_cat', address.categorySlug),
    listProducts(shop, { filters, sorting: address.sorting, page: address.page, perPage, now: shop.now() }),
    categoriesWithCounts(shop),
  ])
  if (address.categorySlug !== undefined && category === null) return null
  if (address.page > 1 && address.page > listing.pages) return null

  const words = wordsOf(address, category)
  const parent = categories.find((candidate) => candidate.id === category?.parentId)
  const crumbs: Crumb[] = [
    { label: 'Home', href: hrefs.home() },
    ...(address.categorySlug === undefined && address.search === undefined
      ? []
      : [{ label: 'Shop', href: hrefs.shop() }]),
    ...(parent ? [{ label: parent.name, href: hrefs.category(parent.slug) }] : []),
    { label: words.crumb },
  ]
  const [firstCard] = listing.cards
  return {
    title: address.page > 1 ? `${words.title}, page ${address.page}` : words.title,
    description: words.text,
    ...(address.search === undefined ? { canonical: listingHref({ ...address, sorting: 'menu_order' }) } : {}),
    bodyClass: bodyClassOf(address, category),
    structuredData: [breadcrumbData(crumbs, shop.url)],
    ...(firstCard?.pictures[0] ? { image: hrefs.upload(firstCard.pictures[0].path) } : {}),
    globals: shopGlobals(shop),
    body: (
      <ListingPage
        address={address}
        listing={listing}
        perPage={perPage}
        title={words.title}
        text={address.page > 1 ? '' : words.text}
        picture={address.page > 1 ? null : (category?.picture ?? null)}
        crumbs={crumbs}
        categories={categories}
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

function wordsOf(address: ListingAddress, category: TermPage | null): { title: string; text: string; crumb: string } {
  if (address.search !== undefined) {
    return { title: `Search results: “${address.search}”`, text: '', crumb: `Search results for “${address.search}”` }
  }
  if (category) return { title: category.name, text: category.description, crumb: category.name }
  return {
    title: 'Everything',
    text: 'All our teas, herbs and pots on one long shelf.',
    crumb: 'Shop',
  }
}

/** Class names on the body that styles and scripts of such shops look for (html-notes.md, "Body classes"). */
function bodyClassOf(address: ListingAddress, category: TermPage | null): string {
  if (address.search !== undefined) {
    return 'search search-results post-type-archive-product woocommerce-shop woocommerce woocommerce-page'
  }
  if (category) return `archive tax-product_cat term-${category.slug} term-${category.id} woocommerce woocommerce-page`
  return 'archive post-type-archive post-type-archive-product woocommerce-shop woocommerce woocommerce-page'
}
