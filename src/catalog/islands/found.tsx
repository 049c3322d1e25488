import { NO_MATCH } from '../variation-texts.ts'
import type { Lookup } from './lookup.ts'

/** What is said of the chosen variation: price and stock, or that there is none, or that we are looking. */
export function Found({ lookup }: { lookup: Lookup }) {
  switch (lookup.state) {
    case 'choosing':
      return null
    case 'found':
      return (
        <>
          <Piece name="description" html={lookup.variation.variation_description} />
          <Piece name="price screen-reader-text" html={lookup.variation.price_html} />
          <Piece name="availability" html={lookup.variation.availability_html} />
          {!lookup.variation.is_in_stock && <a href="#related">See similar</a>}
        </>
      )
    case 'waiting':
      return (
        <p>
          {lookup.text}{' '}
          {lookup.again && (
            <button type="button" onClick={lookup.again}>
              Try again
            </button>
          )}
        </p>
      )
    case 'no-match':
      return <p className="wc-no-matching-variations woocommerce-info">{NO_MATCH}</p>
  }
}

const Piece = ({ name, html }: { name: string; html: string }) => (
  <div className={`woocommerce-variation-${name}`} dangerouslySetInnerHTML={{ __html: html }} />
)
