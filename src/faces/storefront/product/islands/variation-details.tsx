import { NO_MATCH } from '../../../../shop/catalog/variation-texts.ts'
import type { VariationLookup } from './lookup.ts'

/** Price and stock of the selected variation, or a message that none matches or that it is loading. */
export function VariationDetails({ lookup }: { lookup: VariationLookup }) {
  switch (lookup.state) {
    case 'incomplete':
      return null
    case 'found':
      return (
        <>
          <DetailBlock name="description" html={lookup.variation.variation_description} />
          <DetailBlock name="price screen-reader-text" html={lookup.variation.price_html} />
          <DetailBlock name="availability" html={lookup.variation.availability_html} />
          {!lookup.variation.is_in_stock && <a href="#related">See similar</a>}
        </>
      )
    case 'loading':
      return (
        <p>
          {lookup.text}{' '}
          {lookup.retry && (
            <button type="button" onClick={lookup.retry}>
              Try again
            </button>
          )}
        </p>
      )
    case 'no-match':
      return <p className="wc-no-matching-variations woocommerce-info">{NO_MATCH}</p>
  }
}

const DetailBlock = ({ name, html }: { name: string; html: string }) => (
  <div className={`woocommerce-variation-${name}`} dangerouslySetInnerHTML={{ __html: html }} />
)
