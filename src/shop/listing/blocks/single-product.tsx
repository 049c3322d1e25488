import { eq } from 'drizzle-orm'
import { button } from '../../../platform/ui/button.tsx'
import { Stars } from '../../../platform/ui/stars.tsx'
import { shownText } from '../../../platform/web/plain-text.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { type BlockPlace, defineBlock } from '../../../things/blocks/block.ts'
import { choice, entities, flag, number } from '../../../things/blocks/options.ts'
import { publicText } from '../../../things/entries/entries.store.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import { PlaceholderPicture } from '../../../things/media/placeholder-picture.tsx'
import { CardButton, CardPrice } from '../../catalog/pages/card-parts.tsx'
import { SaveButton } from '../../catalog/pages/save-button.tsx'
import { cardClasses, type ProductCardData } from '../../catalog/product-card.ts'
import type { WithProductIndex } from '../context.ts'
import { loadCards } from '../select-cards.ts'
import { NoProducts } from './product-grid.tsx'
import styles from './shop-blocks.module.css'

/** Loads the chosen product, if it is listed. */
async function loadProduct(shop: WithProductIndex, place: BlockPlace, ids: readonly number[]) {
  const loaded = await loadCards(shop, place, { source: 'picked', ids: ids.slice(0, 1), count: 1 })
  const [card] = loaded.data
  if (!card) return { ...loaded, data: null }
  const columns = { text: publicText(entries.excerpt) }
  const [entry] = await place.db.select(columns).from(entries).where(eq(entries.id, card.id))
  return { ...loaded, data: { card, text: shownText(entry?.text ?? '') } }
}

/** One product with picture, name, short description, price and button. */
export const singleProduct = (shop: WithProductIndex) =>
  defineBlock({
    name: 'single_product',
    title: 'Single product',
    group: 'shop',
    options: {
      product: entities('Product', 'product'),
      heading_level: choice('Level of the name as heading', ['2', '3'], '3'),
    },
    load: (place, { product }) => loadProduct(shop, place, product),
    View: ({ data, options }) => (data ? <Product {...data} Heading={`h${options.heading_level}`} /> : <NoProducts />),
  })

type ProductProps = { card: ProductCardData; text: string; Heading: 'h2' | 'h3' }

function Product({ card, text, Heading }: ProductProps) {
  const [picture] = card.pictures
  const href = hrefs.product(card.slug)
  return (
    <article className={`${cardClasses(card)} ${styles.product}`}>
      <a href={href} className={styles.picture} tabIndex={-1} aria-hidden="true">
        {picture ? (
          <Picture picture={picture} maxWidth={480} sizes="(min-width: 600px) 480px, 92vw" alt="" />
        ) : (
          <PlaceholderPicture />
        )}
      </a>
      <div className={styles.words}>
        {card.subtitle !== '' && <p className={styles.line}>{card.subtitle}</p>}
        <Heading className={styles.name}>
          <a href={href}>{card.name}</a>
        </Heading>
        {card.reviewCount > 0 && (
          <a href={hrefs.reviews(card.slug)} className={styles.rating}>
            <Stars hundredths={card.ratingHundredths} />
            {card.reviewCount} {card.reviewCount === 1 ? 'review' : 'reviews'}
          </a>
        )}
        {text !== '' && <p className={styles.text}>{text}</p>}
        <CardPrice card={card} className={styles.price} sizeClassName={styles.line} />
        <div className={styles.actions}>
          <CardButton card={card} className={button.primary} />
          <SaveButton productId={card.id} label={`Save “${card.name}”`} className={styles.save} />
        </div>
      </div>
    </article>
  )
}

const buttonOptions = {
  product: entities('Product', 'product'),
  quantity: number('How many it adds', { min: 1, max: 99, default: 1 }),
  show_price: flag('Show the price', true),
}

/** A product's button: adds it to the cart, or links to the page where options are chosen. */
export const addToCart = (shop: WithProductIndex) =>
  defineBlock({
    name: 'add_to_cart',
    title: 'Add to cart',
    group: 'shop',
    options: buttonOptions,
    load: (place, { product }) => loadProduct(shop, place, product),
    View: ({ data, options }) =>
      data ? (
        <div className={`${cardClasses(data.card)} add_to_cart_inline ${styles.actions}`}>
          <CardButton card={data.card} quantity={Math.trunc(options.quantity)} className={button.primary} />
          {options.show_price && <CardPrice card={data.card} className={styles.price} sizeClassName={styles.line} />}
        </div>
      ) : (
        <NoProducts />
      ),
  })
