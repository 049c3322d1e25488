import type { CSSProperties } from 'react'
import { Icon } from '../../../platform/ui/icon.tsx'
import { Stars } from '../../../platform/ui/stars.tsx'
import {
  allCategoriesHref,
  attributeFilterGroups,
  availabilityFilterGroup,
  type CategoryOption,
  categoryOptions,
  type FilterGroup,
  type FilterOption,
  type FilterView,
  ratingFilterGroup,
  withoutFilters,
} from '../filter-options.ts'
import type { Facets } from '../listing.ts'
import { archiveHref, dollars, hasFilters, type ListingParams, listingHref, listingQuery } from '../listing-params.ts'
import styles from './filter-panel.module.css'

type PanelProps = { filterView: FilterView; total: number }

/**
 * Categories and filters: beside the cards from 960 px, in a drawer below that (a popover, so it opens without script).
 * Every option is a link that adds its value to the URL or removes it.
 */
export function FilterPanel({ filterView, total }: PanelProps) {
  const { params, facets } = filterView
  const groups = [...attributeFilterGroups(filterView), ratingFilterGroup(filterView)].filter(
    ({ options }) => options.length > 0,
  )
  const availability = availabilityFilterGroup(filterView)
  return (
    <div id="filters" popover="auto" className={styles.panel}>
      <div className={styles.head}>
        <span>Categories and filters</span>
        <button type="button" popoverTarget="filters" popoverTargetAction="hide" aria-label="Close the filters">
          <Icon name="close" size={24} />
        </button>
      </div>
      <div className={styles.groups} data-swap="filters">
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
      </div>
      <div className={styles.foot} data-swap="foot">
        {hasFilters(params.filters) && (
          <a href={listingHref(withoutFilters(params))} rel="nofollow" data-choice="clear">
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
            {...(isAllProducts ? { 'aria-current': 'page' as const } : {})}
            {...(isUnfiltered ? {} : { rel: 'nofollow' })}
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
  const label = (
    <>
      {category.label} <span className="count">{category.count}</span>
    </>
  )
  return (
    <li
      className={`cat-item${category.isCurrent ? ' current-cat' : ''}${category.isCurrentAncestor ? ' current-cat-parent' : ''}`}
    >
      {category.href === null ? (
        <span className={styles.none}>{label}</span>
      ) : (
        <a
          href={category.href}
          {...(category.isCurrent
            ? { 'aria-current': category.isSelected ? ('true' as const) : ('page' as const) }
            : {})}
          {...(isUnfiltered ? {} : { rel: 'nofollow' })}
        >
          {label}
        </a>
      )}
      {category.children.length > 0 && (
        <ul className="children">
          {category.children.map((child) => (
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
          {option.href === null ? (
            <span className={styles.none}>
              <OptionLabel option={option} />
            </span>
          ) : (
            <a
              href={option.href}
              rel="nofollow"
              data-choice={option.key}
              {...(option.isSelected ? { 'aria-current': 'true' as const } : {})}
            >
              <OptionLabel option={option} />
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

function OptionLabel({ option }: { option: FilterOption }) {
  return (
    <>
      {option.stars !== undefined && <Stars hundredths={option.stars * 100} />} {option.label}{' '}
      <span className="count">{option.count}</span>
    </>
  )
}

/** Two number fields; with script also a slider with two thumbs. */
function PriceFilter({ params, price }: { params: ListingParams; price: NonNullable<Facets['price']> }) {
  const { minCents: _, maxCents: __, ...otherFilters } = params.filters
  const { minCents, maxCents } = params.filters
  const low = Math.floor(price.minCents / 100)
  const high = Math.ceil(price.maxCents / 100)
  const min = minCents === undefined ? '' : dollars(minCents)
  const max = maxCents === undefined ? '' : dollars(maxCents)
  const share = (at: number) => `${Math.min(100, Math.max(0, ((at - low) * 100) / Math.max(1, high - low)))}%`
  // `autoComplete` off, because browsers that restore form values on reload would put the thumbs out of sync with the
  // page.
  return (
    <details className={styles.group} data-group="price" open>
      <summary>Price</summary>
      <form action={archiveHref(params.archive)} method="get" data-form="price">
        <div
          className={`price_slider_wrapper ${styles.slider}`}
          data-price-slider=""
          style={
            {
              '--from': share(min === '' ? low : Number(min)),
              '--to': share(max === '' ? high : Number(max)),
            } as CSSProperties
          }
        >
          <input
            type="range"
            data-choice="price-low"
            aria-label="Lowest price, slider"
            autoComplete="off"
            min={low}
            max={high}
            defaultValue={min === '' ? low : Math.floor(Number(min))}
          />
          <input
            type="range"
            data-choice="price-high"
            aria-label="Highest price, slider"
            autoComplete="off"
            min={low}
            max={high}
            defaultValue={max === '' ? high : Math.ceil(Number(max))}
          />
        </div>
        <div className={`price_slider_amount ${styles.amounts}`} data-step="1">
          <label>
            <span className="screen-reader-text">Lowest price in dollars</span>
            <input
              type="number"
              id="min_price"
              name="min_price"
              min="0"
              step="any"
              inputMode="decimal"
              placeholder={String(low)}
              defaultValue={min}
              data-min={low}
            />
          </label>
          <span aria-hidden="true">–</span>
          <label>
            <span className="screen-reader-text">Highest price in dollars</span>
            <input
              type="number"
              id="max_price"
              name="max_price"
              min="0"
              step="any"
              inputMode="decimal"
              placeholder={String(high)}
              defaultValue={max}
              data-max={high}
            />
          </label>
          <button type="submit" className="button" data-choice="price-apply">
            Apply
          </button>
        </div>
        {Object.entries(listingQuery({ filters: otherFilters, sorting: params.sorting })).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
    </details>
  )
}
