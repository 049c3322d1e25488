import { hrefs } from '../../routes.ts'
import type { Card, CategoryWithCount } from '../listing.ts'
import { type ListingAddress, listingHref } from '../listing-address.ts'
import { type Chip, withoutChoices } from '../listing-choices.ts'
import { CardGrid } from './card-grid.tsx'
import styles from './nothing-found.module.css'

/** Why there are no cards, and what leads on. */
export type Nothing =
  | { readonly kind: 'past-end'; readonly lastPage: number }
  | {
      readonly kind: 'empty'
      /** What to take out, with what would then be there; the most helpful first. */
      readonly drops: readonly { readonly chip: Chip; readonly count: number }[]
      /** How many there would be with nothing chosen. */
      readonly unfiltered: number
      readonly popular: readonly Card[]
    }

type NothingProps = {
  nothing: Nothing
  address: ListingAddress
  categories: readonly CategoryWithCount[]
}

/** An empty listing that helps. */
export function NothingFound({ nothing, address, categories }: NothingProps) {
  if (nothing.kind === 'past-end') return <PastEnd address={address} lastPage={nothing.lastPage} />
  const shelves = categories.filter((category) => category.count > 0 && category.parentId === null)
  return (
    <div className={`woocommerce-no-products-found ${styles.nothing}`}>
      <p className={`woocommerce-info ${styles.words}`} role="status">
        {address.chosen.search === undefined
          ? 'No products were found matching your selection.'
          : `Nothing found for “${address.chosen.search}”.`}
      </p>
      {nothing.unfiltered > 0 && <Drops address={address} drops={nothing.drops} unfiltered={nothing.unfiltered} />}
      <p>
        {nothing.unfiltered > 0 ? 'Or browse:' : 'Browse:'}{' '}
        {shelves.map((category, index) => (
          <span key={category.id}>
            {index > 0 && ' · '}
            <a href={hrefs.category(category.slug)}>{category.name}</a>
          </span>
        ))}
      </p>
      {nothing.popular.length > 0 && (
        <section aria-labelledby="popular-title" className={styles.popular}>
          <h2 id="popular-title">Our bestsellers</h2>
          <CardGrid cards={nothing.popular} arrangement="beside" headingLevel={3} />
        </section>
      )}
    </div>
  )
}

type DropsProps = { address: ListingAddress } & Pick<Extract<Nothing, { kind: 'empty' }>, 'drops' | 'unfiltered'>

function Drops({ address, drops, unfiltered }: DropsProps) {
  return (
    <>
      <p>{drops.length > 0 ? 'Take off one filter to see:' : 'No product matches all of these filters.'}</p>
      <ul className={styles.drops}>
        {drops.map(({ chip, count }) => (
          <li key={chip.key}>
            <a href={listingHref(chip.without)} rel="nofollow" data-choice={`drop-${chip.key}`}>
              Without “{chip.label}”: {count} {count === 1 ? 'product' : 'products'}
            </a>
          </li>
        ))}
        <li>
          <a href={listingHref(withoutChoices(address))} rel="nofollow" data-choice="clear">
            Without filters: {unfiltered} {unfiltered === 1 ? 'product' : 'products'}
          </a>
        </li>
      </ul>
    </>
  )
}

function PastEnd({ address, lastPage }: { address: ListingAddress; lastPage: number }) {
  return (
    <div className={styles.nothing}>
      <p className={`woocommerce-info ${styles.words}`}>There is no such page in this list.</p>
      <p>
        {lastPage > 1 && (
          <>
            <a href={listingHref(address, lastPage)}>Go to the last page, {lastPage}</a>, or{' '}
          </>
        )}
        <a href={listingHref(address, 1)}>{lastPage > 1 ? 'start from the first' : 'Go to the first page'}</a>.
      </p>
    </div>
  )
}
