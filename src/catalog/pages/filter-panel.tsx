import type { CSSProperties } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Stars } from '../../ui/stars.tsx'
import type { Facets } from '../listing.ts'
import { dollars, isNarrowed, type ListingAddress, listingHref, listingQuery, placeHref } from '../listing-address.ts'
import {
  attributeGroups,
  type Choice,
  type ChoiceGroup,
  everywhereHref,
  offerGroup,
  ratingGroup,
  type ShelfChoice,
  type Shown,
  shelfChoices,
  withoutChoices,
} from '../listing-choices.ts'
import styles from './filter-panel.module.css'

type PanelProps = { shown: Shown; total: number }

/**
 * Categories and filters: beside the cards from 960 px, in a drawer below that (a popover, so it opens without script).
 * Every choice is a link that puts itself into the address or takes itself out.
 */
export function FilterPanel({ shown, total }: PanelProps) {
  const { address, facets } = shown
  const groups = [...attributeGroups(shown), ratingGroup(shown)].filter(({ choices }) => choices.length > 0)
  const offers = offerGroup(shown)
  return (
    <div id="filters" popover="auto" className={styles.panel}>
      <div className={styles.head}>
        <span>Categories and filters</span>
        <button type="button" popoverTarget="filters" popoverTargetAction="hide" aria-label="Close the filters">
          <Icon name="close" size={24} />
        </button>
      </div>
      <div className={styles.groups} data-swap="filters">
        <Shelves shown={shown} />
        <section aria-label="Filters">
          {offers.choices.length > 0 && (
            <div className={styles.offers}>
              <ChoiceList group={offers} />
            </div>
          )}
          {facets.price && <PriceGroup address={address} price={facets.price} />}
          {groups.map((group, index) => (
            <details
              key={group.key}
              className={styles.group}
              data-group={group.key}
              open={index === 0 || group.choices.some((choice) => choice.isChosen)}
            >
              <summary>{group.label}</summary>
              <ChoiceList group={group} />
            </details>
          ))}
        </section>
      </div>
      <div className={styles.foot} data-swap="foot">
        {isNarrowed(address.chosen) && (
          <a href={listingHref(withoutChoices(address))} rel="nofollow" data-choice="clear">
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

function Shelves({ shown }: { shown: Shown }) {
  const { place, chosen } = shown.address
  const isEverywhere = place.kind === 'shop' && chosen.categorySlug === undefined && chosen.search === undefined
  const isPlain = !isNarrowed(chosen) && chosen.search === undefined
  return (
    <nav aria-label="Shelves" className={styles.shelves}>
      <ul className="product-categories">
        <li className="cat-item">
          <a
            href={everywhereHref(shown.address)}
            {...(isEverywhere ? { 'aria-current': 'page' as const } : {})}
            {...(isPlain ? {} : { rel: 'nofollow' })}
          >
            {place.kind === 'tag' || place.kind === 'attribute' || chosen.search !== undefined
              ? 'All categories'
              : 'All products'}
          </a>
        </li>
        {shelfChoices(shown).map((shelf) => (
          <Shelf key={shelf.key} shelf={shelf} isPlain={isPlain} />
        ))}
      </ul>
    </nav>
  )
}

function Shelf({ shelf, isPlain }: { shelf: ShelfChoice; isPlain: boolean }) {
  const words = (
    <>
      {shelf.label} <span className="count">{shelf.count}</span>
    </>
  )
  return (
    <li className={`cat-item${shelf.isHere ? ' current-cat' : ''}${shelf.isAbove ? ' current-cat-parent' : ''}`}>
      {shelf.href === null ? (
        <span className={styles.none}>{words}</span>
      ) : (
        <a
          href={shelf.href}
          {...(shelf.isHere ? { 'aria-current': shelf.isChosen ? ('true' as const) : ('page' as const) } : {})}
          {...(isPlain ? {} : { rel: 'nofollow' })}
        >
          {words}
        </a>
      )}
      {shelf.children.length > 0 && (
        <ul className="children">
          {shelf.children.map((child) => (
            <Shelf key={child.key} shelf={child} isPlain={isPlain} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** Marks of WooCommerce's layered navigation, whose items scripts and themes know (chosen, count, nofollow). */
function ChoiceList({ group }: { group: ChoiceGroup }) {
  return (
    <ul className={`woocommerce-widget-layered-nav-list ${styles.choices}`} aria-label={group.label}>
      {group.choices.map((choice) => (
        <li
          key={choice.key}
          className={`wc-layered-nav-term${choice.isChosen ? ' woocommerce-widget-layered-nav-list__item--chosen chosen' : ''}`}
        >
          {choice.href === null ? (
            <span className={styles.none}>
              <Words choice={choice} />
            </span>
          ) : (
            <a
              href={choice.href}
              rel="nofollow"
              data-choice={choice.key}
              {...(choice.isChosen ? { 'aria-current': 'true' as const } : {})}
            >
              <Words choice={choice} />
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}

function Words({ choice }: { choice: Choice }) {
  return (
    <>
      {choice.stars !== undefined && <Stars hundredths={choice.stars * 100} />} {choice.label}{' '}
      <span className="count">{choice.count}</span>
    </>
  )
}

/** Two amounts to type; with script two thumbs on one line besides, which the arrow keys move. */
function PriceGroup({ address, price }: { address: ListingAddress; price: NonNullable<Facets['price']> }) {
  const { minCents: _, maxCents: __, ...chosen } = address.chosen
  const { minCents, maxCents } = address.chosen
  const low = Math.floor(price.minCents / 100)
  const high = Math.ceil(price.maxCents / 100)
  const least = minCents === undefined ? '' : dollars(minCents)
  const most = maxCents === undefined ? '' : dollars(maxCents)
  const share = (at: number) => `${Math.min(100, Math.max(0, ((at - low) * 100) / Math.max(1, high - low)))}%`
  // Browsers that put back what was in a form before a reload would move the thumbs away from what the page shows.
  return (
    <details className={styles.group} data-group="price" open>
      <summary>Price</summary>
      <form action={placeHref(address.place)} method="get" data-form="price">
        <div
          className={`price_slider_wrapper ${styles.slider}`}
          data-price-slider=""
          style={
            {
              '--from': share(least === '' ? low : Number(least)),
              '--to': share(most === '' ? high : Number(most)),
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
            defaultValue={least === '' ? low : Math.floor(Number(least))}
          />
          <input
            type="range"
            data-choice="price-high"
            aria-label="Highest price, slider"
            autoComplete="off"
            min={low}
            max={high}
            defaultValue={most === '' ? high : Math.ceil(Number(most))}
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
              defaultValue={least}
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
              defaultValue={most}
              data-max={high}
            />
          </label>
          <button type="submit" className="button" data-choice="price-apply">
            Apply
          </button>
        </div>
        {Object.entries(listingQuery({ chosen, sorting: address.sorting })).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
    </details>
  )
}
