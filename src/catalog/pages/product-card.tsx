import { hrefs } from '../../routes.ts'
import { Picture } from '../../ui/picture.tsx'
import { Price } from '../../ui/price.tsx'
import { Stars } from '../../ui/stars.tsx'
import type { Card } from '../listing.ts'
import { cardClasses } from '../product-classes.ts'
import styles from './product-card.module.css'

type CardProps = {
  card: Card
  /** As in the attribute `sizes`: how wide cards are on this page. */
  sizes: string
  /** In the first rows, where pictures are seen at once. */
  isFirst?: boolean
  headingLevel?: 2 | 3
}

/** A product among others (CAT-03): picture with the price over its corner, name, origin, rating, button. */
export function ProductCard({ card, sizes, isFirst = false, headingLevel = 2 }: CardProps) {
  const href = hrefs.product(card.slug)
  const [first, second] = card.pictures
  const isSoldOut = card.stockStatus === 'outofstock'
  const Heading = `h${headingLevel}` as const
  return (
    <li className={`${cardClasses(card)} ${styles.card} ${isSoldOut ? styles.soldOut : ''}`}>
      <a href={href} className={`woocommerce-LoopProduct-link woocommerce-loop-product__link ${styles.link}`}>
        <span className={styles.frame} style={{ viewTransitionName: `product-${card.id}` }}>
          {first && (
            <Picture
              picture={first}
              largest={480}
              sizes={sizes}
              alt=""
              isFirst={isFirst}
              className={`attachment-woocommerce_thumbnail size-woocommerce_thumbnail ${styles.picture}`}
            />
          )}
          {second && !isSoldOut && (
            <Picture picture={second} largest={480} sizes={sizes} alt="" className={styles.second} />
          )}
          {isSoldOut && <span className={styles.label}>Sold out</span>}
          {!isSoldOut && card.isSale && <span className={`onsale ${styles.sale}`}>Sale</span>}
        </span>
        <Heading className={`woocommerce-loop-product__title ${styles.name}`}>{card.name}</Heading>
        {card.line !== '' && <span className={styles.line}>{card.line}</span>}
        {card.reviewCount > 0 && (
          <span className={styles.rating}>
            <Stars hundredths={card.ratingHundredths} />
            <span aria-hidden="true">{card.reviewCount}</span>
            <span className="screen-reader-text">
              from {card.reviewCount} {card.reviewCount === 1 ? 'review' : 'reviews'}
            </span>
          </span>
        )}
        <CardPrice card={card} />
      </a>
      <span className={styles.actions}>
        <CardButton card={card} href={href} />
      </span>
    </li>
  )
}

function CardPrice({ card }: { card: Card }) {
  if (card.minCents === null || card.maxCents === null) return null
  const regular = card.regularMinCents ?? card.minCents
  return (
    <span className={`price ${styles.price}`}>
      <Price
        range={{
          minCents: card.minCents,
          maxCents: card.maxCents,
          regularMinCents: regular,
          regularMaxCents: regular,
          isSale: card.isSale,
        }}
      />
    </span>
  )
}

/** What the button says and does depends on what one can do: add it, choose first, or look for something like it. */
function CardButton({ card, href }: { card: Card; href: string }) {
  const isSoldOut = card.stockStatus === 'outofstock'
  const kind = `product_type_${card.type}`
  if (isSoldOut) {
    return (
      <a href={`${href}#related`} className={`button ${kind}`} aria-label={`See teas similar to “${card.name}”`}>
        See similar
      </a>
    )
  }
  if (card.type !== 'simple' || card.minCents === null) {
    return (
      <a
        href={href}
        className={`button ${kind}`}
        data-product_id={card.id}
        data-product_sku={card.sku}
        rel="nofollow"
        aria-label={card.type === 'variable' ? `Select options for “${card.name}”` : `Read more about “${card.name}”`}
      >
        {card.type === 'variable' ? 'Select options' : 'Read more'}
      </a>
    )
  }
  return (
    <a
      href={hrefs.addToCart(card.id)}
      className={`button ${kind} add_to_cart_button ajax_add_to_cart`}
      data-quantity="1"
      data-product_id={card.id}
      data-product_sku={card.sku}
      data-success_message={`“${card.name}” has been added to your cart`}
      rel="nofollow"
      aria-label={`Add to cart: “${card.name}”`}
    >
      Add to cart
    </a>
  )
}
