/** What a shopper can choose on a listing, as links: each adds itself to the address, or takes itself out again. */
import { formatMoney } from '../money/format.ts'
import type { CategoryWithCount, Facets, ListingFilters } from './listing.ts'
import { type ListingAddress, listingHref, usualOrder } from './listing-address.ts'

export type Choice = {
  /** The same on every page, so that script finds the choice again: `pa_size:50-g`. */
  readonly key: string
  readonly label: string
  readonly count: number
  readonly isChosen: boolean
  /** Null where choosing it would leave nothing. */
  readonly href: string | null
  /** Whole stars that are drawn before the label. */
  readonly stars?: number
}
export type ShelfChoice = Choice & {
  /** The shelf one stands at. */
  readonly isHere: boolean
  /** One stands somewhere below it. */
  readonly isAbove: boolean
  readonly children: readonly ShelfChoice[]
}
export type ChoiceGroup = { readonly key: string; readonly label: string; readonly choices: readonly Choice[] }

/** Something that is chosen, said in words, and the listing without it. */
export type Chip = { readonly key: string; readonly label: string; readonly without: ListingAddress }

export type Shown = {
  readonly address: ListingAddress
  readonly facets: Facets
  readonly categories: readonly CategoryWithCount[]
  /** Names of chosen values that no facet carries any more, by `taxonomy:slug`. */
  readonly names?: ReadonlyMap<string, string>
}

const withChosen = (address: ListingAddress, chosen: ListingFilters): ListingAddress => ({
  ...address,
  chosen,
  page: 1,
  sorting: address.sorting === usualOrder(address.chosen) ? usualOrder(chosen) : address.sorting,
})

function omit<K extends keyof ListingFilters>(chosen: ListingFilters, ...names: K[]): Omit<ListingFilters, K> {
  const rest = { ...chosen }
  for (const name of names) delete rest[name]
  return rest
}

/** The listing with nothing chosen but what is searched for. */
export const withoutChoices = (address: ListingAddress): ListingAddress => {
  const { search, isSearchExact } = address.chosen
  return withChosen(address, {
    ...(search === undefined ? {} : { search }),
    ...(isSearchExact === undefined ? {} : { isSearchExact }),
  })
}

/** The listing with this value of an attribute chosen too, or no longer. */
export function withValue(address: ListingAddress, attribute: string, slug: string): ListingAddress {
  const { attributes = {}, ...others } = address.chosen
  const { [attribute]: own, ...rest } = attributes
  const before = own?.slugs ?? []
  const slugs = before.includes(slug) ? before.filter((other) => other !== slug) : [...before, slug].toSorted()
  // Somebody who ticks two sizes wants either; an address that asks for both at once stays as it is.
  const match = before.length > 1 && slugs.length > 1 ? (own?.match ?? 'any') : 'any'
  const all = slugs.length === 0 ? rest : { ...rest, [attribute]: { slugs, match } }
  return withChosen(address, { ...others, ...(Object.keys(all).length > 0 ? { attributes: all } : {}) })
}

const withRatings = (address: ListingAddress, ratings: readonly number[]): ListingAddress =>
  withChosen(address, { ...omit(address.chosen, 'ratings'), ...(ratings.length > 0 ? { ratings } : {}) })

/** Sends the same choices to another shelf; in a search, and on the shelves of tags and values, it narrows instead. */
function atShelf(address: ListingAddress, slug: string | null): ListingAddress {
  const { place, chosen } = address
  const staysHere = chosen.search !== undefined || place.kind === 'tag' || place.kind === 'attribute'
  const others = omit(chosen, 'categorySlug')
  if (!staysHere) {
    return { ...withChosen(address, others), place: slug === null ? { kind: 'shop' } : { kind: 'category', slug } }
  }
  return withChosen(address, slug === null ? others : { ...others, categorySlug: slug })
}

/** The tree of shelves with what each would leave. A shelf with nothing in it at all is not shown. */
export function shelfChoices({ address, facets, categories }: Shown): readonly ShelfChoice[] {
  const { place, chosen } = address
  const here = place.kind === 'category' ? place.slug : (chosen.categorySlug ?? null)
  const counts = new Map(facets.categories.map((category) => [category.slug, category.count]))
  const stocked = categories.filter((category) => category.count > 0)
  const under = (parentId: number | null): readonly ShelfChoice[] =>
    stocked
      .filter((category) => category.parentId === parentId)
      .map((category) => {
        const isHere = category.slug === here
        const count = counts.get(category.slug) ?? 0
        const children = under(category.id)
        return {
          key: `product_cat:${category.slug}`,
          label: category.name,
          count,
          isHere,
          isChosen: isHere && place.kind !== 'category',
          href: count > 0 || isHere ? listingHref(atShelf(address, category.slug)) : null,
          isAbove: children.some((child) => child.isHere || child.isAbove),
          children,
        }
      })
  return under(null)
}

/** The way to everything: out of all shelves, with the other choices kept. */
export const everywhereHref = (address: ListingAddress): string => listingHref(atShelf(address, null))

/** One group for each attribute that has something to choose, in the order the shop keeps them. */
export function attributeGroups({ address, facets }: Shown): readonly ChoiceGroup[] {
  const own = address.place.kind === 'attribute' ? address.place.attribute : undefined
  return facets.attributes
    .filter(({ slug }) => slug !== own)
    .map(({ slug: attribute, label, values }) => {
      const chosen = address.chosen.attributes?.[attribute]?.slugs ?? []
      const choices = values.map((value) => {
        const isChosen = chosen.includes(value.slug)
        return {
          key: `${attribute}:${value.slug}`,
          label: value.name,
          count: value.count,
          isChosen,
          href: value.count > 0 || isChosen ? listingHref(withValue(address, attribute, value.slug)) : null,
        }
      })
      return { key: attribute, label, choices }
    })
    .filter(({ choices }) => choices.some((choice) => choice.href !== null))
}

/** 'Four stars and up' and its like. What is chosen stands in the address as whole stars: `rating_filter=4,5`. */
export function ratingGroup({ address, facets }: Shown): ChoiceGroup {
  const chosen = (address.chosen.ratings ?? []).join()
  const counts = new Map(facets.ratings.map(({ rating, count }) => [rating, count]))
  const lowest = Math.min(5, ...facets.ratings.map(({ rating }) => rating))
  let sum = 0
  const choices = [5, 4, 3, 2, 1].flatMap((stars): Choice[] => {
    sum += counts.get(stars) ?? 0
    const ratings = [5, 4, 3, 2, 1].filter((rating) => rating >= stars).toSorted()
    const isChosen = chosen === ratings.join()
    // Below the lowest mean there is everything that has been rated: one such line is enough.
    if (stars < lowest && !isChosen) return []
    return [
      {
        key: `rating:${stars}`,
        label: stars === 5 ? 'only' : 'and up',
        stars,
        count: sum,
        isChosen,
        href: sum > 0 || isChosen ? listingHref(withRatings(address, isChosen ? [] : ratings)) : null,
      },
    ]
  })
  return { key: 'rating', label: 'Rating', choices: facets.ratings.length > 0 || chosen !== '' ? choices : [] }
}

/** What can be had today, and what costs less than usual. */
export function offerGroup({ address, facets }: Shown): ChoiceGroup {
  const { chosen } = address
  const isInStock = chosen.stockStatuses?.includes('instock') ?? false
  const isOnSale = chosen.onSale ?? false
  const stocked = withChosen(
    address,
    isInStock ? omit(chosen, 'stockStatuses') : { ...chosen, stockStatuses: ['instock'] },
  )
  const reduced = withChosen(address, isOnSale ? omit(chosen, 'onSale') : { ...chosen, onSale: true })
  const choices: Choice[] = [
    {
      key: 'stock:instock',
      label: 'In stock',
      count: facets.stock.instock,
      isChosen: isInStock,
      href: facets.stock.instock > 0 || isInStock ? listingHref(stocked) : null,
    },
    {
      key: 'sale:1',
      label: 'On sale',
      count: facets.onSale,
      isChosen: isOnSale,
      href: facets.onSale > 0 || isOnSale ? listingHref(reduced) : null,
    },
  ]
  return { key: 'offers', label: 'Availability', choices: choices.filter((choice) => choice.href !== null) }
}

const stockNames = { instock: 'In stock', outofstock: 'Sold out', onbackorder: 'On backorder' } as const

/** 'Early spring' for a value whose name nobody knows any more. */
const fromSlug = (slug: string): string => {
  const words = slug.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Everything that is chosen, in words. A search is none of it: it stands in the title. */
export function chipsOf({ address, facets, categories, names = new Map() }: Shown): readonly Chip[] {
  const { chosen } = address
  const named = (taxonomy: string, slug: string, known?: string) =>
    known ?? names.get(`${taxonomy}:${slug}`) ?? fromSlug(slug)
  const category = categories.find(({ slug }) => slug === chosen.categorySlug)
  return [
    ...(chosen.categorySlug === undefined
      ? []
      : [
          {
            key: `product_cat:${chosen.categorySlug}`,
            label: named('product_cat', chosen.categorySlug, category?.name),
            without: withChosen(address, omit(chosen, 'categorySlug')),
          },
        ]),
    ...(chosen.tagSlug === undefined
      ? []
      : [
          {
            key: `product_tag:${chosen.tagSlug}`,
            label: named('product_tag', chosen.tagSlug),
            without: withChosen(address, omit(chosen, 'tagSlug')),
          },
        ]),
    ...Object.entries(chosen.attributes ?? {}).flatMap(([attribute, { slugs }]) => {
      const values = facets.attributes.find(({ slug }) => slug === attribute)?.values ?? []
      return slugs.map((slug) => ({
        key: `${attribute}:${slug}`,
        label: named(attribute, slug, values.find((value) => value.slug === slug)?.name),
        without: withValue(address, attribute, slug),
      }))
    }),
    ...(chosen.minCents === undefined && chosen.maxCents === undefined
      ? []
      : [
          {
            key: 'price',
            label: priceText(chosen),
            without: withChosen(address, omit(chosen, 'minCents', 'maxCents')),
          },
        ]),
    ...(chosen.ratings
      ? [{ key: 'rating', label: ratingsText(chosen.ratings), without: withRatings(address, []) }]
      : []),
    ...(chosen.stockStatuses
      ? [
          {
            key: 'stock',
            label: chosen.stockStatuses.map((status) => stockNames[status]).join(' or '),
            without: withChosen(address, omit(chosen, 'stockStatuses')),
          },
        ]
      : []),
    ...(chosen.onSale ? [{ key: 'sale', label: 'On sale', without: withChosen(address, omit(chosen, 'onSale')) }] : []),
  ]
}

function priceText({ minCents, maxCents }: ListingFilters): string {
  if (minCents === undefined) return `Up to ${formatMoney(maxCents ?? 0)}`
  return maxCents === undefined
    ? `From ${formatMoney(minCents)}`
    : `${formatMoney(minCents)} to ${formatMoney(maxCents)}`
}

function ratingsText(ratings: readonly number[]): string {
  const lowest = Math.min(...ratings)
  const isAndUp = ratings.length === 6 - lowest
  if (lowest === 5) return '5 stars'
  return isAndUp ? `${lowest} stars and up` : `${ratings.join(' or ')} stars`
}
