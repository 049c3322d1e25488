import { type ComponentProps, type CSSProperties, Fragment } from 'react'
import { convert } from '../../../platform/money/exchange.ts'
import { priceString } from '../../../platform/money/money.ts'
import { cachedMarkup } from '../../../platform/ui/cached-markup.ts'
import { Icon } from '../../../platform/ui/icon.tsx'
import { Stars } from '../../../platform/ui/stars.tsx'
import type { ListingQuery } from '../../../platform/web/routes.ts'
import {
  allCategoriesHref,
  attributeFilterGroups,
  availabilityFilterGroup,
  type CategoryOption,
  categoryOptions,
  type FilterGroup,
  type FilterView,
  ratingFilterGroup,
  withoutFilters,
} from '../filter-options.ts'
import type { Facets } from '../listing.ts'
import { archiveHref, dollars, hasFilters, type ListingParams, listingHref, listingQuery } from '../listing-params.ts'
import styles from './filter-panel.module.css'

/**
 * Beside the cards from 960 px, else a popover without script. Cards come first in tab order
 * (docs/decisions/listing-pages.md).
 */
export function FilterPanel({ filterView, total }: { filterView: FilterView; total: number }) {
  const { params } = filterView
  return (
    <div id="filters" popover="auto" className={styles.panel} tabIndex={-1}>
      <a className={`skip-link screen-reader-text ${styles.back}`} href="#products">
        Back to the products
      </a>
      <div className={styles.head}>
        <span>Categories and filters</span>
        <button type="button" popoverTarget="filters" popoverTargetAction="hide" aria-label="Close the filters">
          <Icon name="close" size={24} />
        </button>
      </div>
      <div
        className={styles.groups}
        data-swap="filters"
        dangerouslySetInnerHTML={{ __html: filtersMarkup(filterView) }}
      />
      <div className={styles.foot} data-swap="foot">
        {hasFilters(params.filters) && (
          <a href={listingHref(withoutFilters(params))} rel="nofollow" data-filter-key="clear">
            Clear all
          </a>
        )}
        <button type="button" popoverTarget="filters" popoverTargetAction="hide">
          Show {total} {total === 1 ? 'product' : 'products'}
        </button>
      </div>
    </div>
  )
}

function filtersMarkup(filterView: FilterView): string {
  const { names = [], ...rest } = filterView
  return cachedMarkup(JSON.stringify(['filters', rest, [...names]]), () => <Filters filterView={filterView} />)
}

function Filters({ filterView }: { filterView: FilterView }) {
  const { params, facets } = filterView
  const groups = [...attributeFilterGroups(filterView), ratingFilterGroup(filterView)].filter(
    ({ options }) => options.length > 0,
  )
  const availability = availabilityFilterGroup(filterView)
  return (
    <>
      <CategoryTree filterView={filterView} />
      <section aria-label="Filters">
        {availability.options.length > 0 && (
          <div className={styles.offers}>
            <OptionList group={availability} />
          </div>
        )}
        {facets.price && <PriceFilter params={params} price={facets.price} />}
        {groups.map((group, index) => (
          <details
            key={group.key}
            className={styles.group}
            data-group={group.key}
            open={index === 0 || group.options.some((option) => option.isSelected)}
          >
            <summary>{group.label}</summary>
            <OptionList group={group} />
          </details>
        ))}
      </section>
    </>
  )
}

function CategoryTree({ filterView }: { filterView: FilterView }) {
  const { archive, filters } = filterView.params
  const isAllProducts = archive.kind === 'shop' && filters.categorySlug === undefined && filters.search === undefined
  const isUnfiltered = !hasFilters(filters) && filters.search === undefined
  return (
    <nav aria-label="Categories" className={styles.categories}>
      <ul className="product-categories">
        <li className="cat-item">
          <a
            href={allCategoriesHref(filterView.params)}
            aria-current={isAllProducts ? 'page' : undefined}
            rel={isUnfiltered ? undefined : 'nofollow'}
          >
            {archive.kind === 'tag' || archive.kind === 'attribute' || filters.search !== undefined
              ? 'All categories'
              : 'All products'}
          </a>
        </li>
        {categoryOptions(filterView).map((category) => (
          <CategoryItem key={category.key} category={category} isUnfiltered={isUnfiltered} />
        ))}
      </ul>
    </nav>
  )
}

function CategoryItem({ category, isUnfiltered }: { category: CategoryOption; isUnfiltered: boolean }) {
  const { isCurrent, isCurrentAncestor, isSelected, children } = category
  const names = ['cat-item', isCurrent && 'current-cat', isCurrentAncestor && 'current-cat-parent']
  return (
    <li className={names.filter(Boolean).join(' ')}>
      <OptionLink
        href={category.href}
        aria-current={isCurrent ? (isSelected ? 'true' : 'page') : undefined}
        rel={isUnfiltered ? undefined : 'nofollow'}
      >
        {category.label} <span className="count">{category.count}</span>
      </OptionLink>
      {children.length > 0 && (
        <ul className="children">
          {children.map((child) => (
            <CategoryItem key={child.key} category={child} isUnfiltered={isUnfiltered} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** Markup of WooCommerce's layered navigation, as scripts and themes expect it (chosen, count, nofollow). */
function OptionList({ group }: { group: FilterGroup }) {
  return (
    <ul className={`woocommerce-widget-layered-nav-list ${styles.choices}`} aria-label={group.label}>
      {group.options.map((option) => (
        <li
          key={option.key}
          className={`wc-layered-nav-term${option.isSelected ? ' woocommerce-widget-layered-nav-list__item--chosen chosen' : ''}`}
        >
          <OptionLink
            href={option.href}
            rel="nofollow"
            data-filter-key={option.key}
            aria-current={option.isSelected ? 'true' : undefined}
          >
            {option.stars !== undefined && <Stars hundredths={option.stars * 100} />} {option.label}{' '}
            <span className="count">{option.count}</span>
          </OptionLink>
        </li>
      ))}
    </ul>
  )
}

type OptionLinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string | null; 'data-filter-key'?: string }

const OptionLink = ({ href, children, ...attributes }: OptionLinkProps) =>
  href === null ? (
    <span className={styles.none}>{children}</span>
  ) : (
    <a href={href} {...attributes}>
      {children}
    </a>
  )

function PriceFilter({ params, price }: { params: ListingParams; price: NonNullable<Facets['price']> }) {
  const { minCents, maxCents, ...otherFilters } = params.filters
  const { exchange = null } = params
  const units = (cents: number) => Number(priceString(convert(cents, exchange), exchange?.currency))
  const low = Math.floor(units(price.minCents))
  const high = Math.ceil(units(price.maxCents))
  const from = minCents === undefined ? low : units(minCents)
  const to = maxCents === undefined ? high : units(maxCents)
  const share = (at: number) => `${Math.min(100, Math.max(0, ((at - low) * 100) / Math.max(1, high - low)))}%`
  const ends = [
    { name: 'min', side: 'low', label: 'Lowest', limit: low, cents: minCents, thumb: Math.floor(from) },
    { name: 'max', side: 'high', label: 'Highest', limit: high, cents: maxCents, thumb: Math.ceil(to) },
  ]
  // Browsers that restore form values on reload would put the thumbs out of sync with the page.
  return (
    <details className={styles.group} data-group="price" open>
      <summary>Price</summary>
      <form action={archiveHref(params.archive)} method="get" data-form="price">
        <div
          className={`price_slider_wrapper ${styles.slider}`}
          data-price-slider=""
          style={{ '--from': share(from), '--to': share(to) } as CSSProperties}
        >
          {ends.map(({ side, label, thumb }) => (
            <input
              key={side}
              type="range"
              data-filter-key={`price-${side}`}
              aria-label={`${label} price, slider`}
              autoComplete="off"
              min={low}
              max={high}
              defaultValue={thumb}
            />
          ))}
        </div>
        <div className={`price_slider_amount ${styles.amounts}`} data-step="1">
          {ends.map(({ name, label, limit, cents }, index) => (
            <Fragment key={name}>
              {index > 0 && <span aria-hidden="true">–</span>}
              <label>
                <span className="screen-reader-text">{`${label} price in ${exchange?.currency ?? 'dollars'}`}</span>
                <input
                  type="number"
                  id={`${name}_price`}
                  name={`${name}_price`}
                  min="0"
                  step="any"
                  inputMode="decimal"
                  placeholder={String(limit)}
                  defaultValue={cents === undefined ? '' : dollars(cents, exchange)}
                  {...{ [`data-${name}`]: limit }}
                />
              </label>
            </Fragment>
          ))}
          <button type="submit" className="button small-button" data-filter-key="price-apply">
            Apply
          </button>
        </div>
        <HiddenFields query={listingQuery({ filters: otherFilters, sorting: params.sorting })} />
      </form>
    </details>
  )
}

export const HiddenFields = ({ query }: { query: ListingQuery }) =>
  Object.entries(query).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
