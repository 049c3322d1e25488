import { NO_MATCH } from '../variation-texts.ts'
import styles from './purchase.module.css'
import type { Lookup } from './use-variation.ts'

export const LOOKUP_FAILED = 'We could not look up this choice.'

/** What is said of the chosen variation: price and stock, or that there is none, or that we are looking. */
export function Found({ lookup }: { lookup: Lookup & { readonly again: () => void } }) {
  switch (lookup.state) {
    case 'choosing':
      return null
    case 'found':
      return (
        <>
          <Piece name="description" html={lookup.variation.variation_description} />
          <Piece name="price screen-reader-text" html={lookup.variation.price_html} />
          <Piece name="availability" html={lookup.variation.availability_html} />
        </>
      )
    case 'looking':
      return <p className={styles.looking}>Looking it up …</p>
    case 'no-match':
      return <p className="wc-no-matching-variations woocommerce-info">{NO_MATCH}</p>
    case 'failed':
      return (
        <p>
          {LOOKUP_FAILED}{' '}
          <button type="button" className={styles.again} onClick={lookup.again}>
            Try again
          </button>
        </p>
      )
  }
}

const Piece = ({ name, html }: { name: string; html: string }) => (
  <div className={`woocommerce-variation-${name}`} dangerouslySetInnerHTML={{ __html: html }} />
)
