import { type ReactNode, useContext } from 'react'
import { cachedMarkup } from '../../../platform/ui/cached-markup.ts'
import { ExchangeContext } from '../../../platform/ui/exchange-context.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { Picture } from '../../../things/media/picture-element.tsx'
import { PlaceholderPicture } from '../../../things/media/placeholder-picture.tsx'
import { cardClasses, type ProductCardData } from '../product-card.ts'
import styles from './card-parts.module.css'
import { Price } from './price.tsx'
import { SaveButton } from './save-button.tsx'

type CardPriceProps = { card: ProductCardData; className?: string | undefined; sizeClassName?: string | undefined }

export function CardPrice({ card, className, sizeClassName }: CardPriceProps) {
  const { minCents, maxCents, isSale } = card
  if (minCents === null || maxCents === null) return null
  const regular = card.regularMinCents ?? minCents
  return (
    <span className={className}>
      <span className="price">
        <Price range={{ minCents, maxCents, regularMinCents: regular, regularMaxCents: regular, isSale }} />
      </span>
      {card.size !== '' && <span className={`pack-size ${sizeClassName ?? ''}`}> {card.size}</span>}
    </span>
  )
}

export type CardProps = {
  card: ProductCardData
  sizes: string
  isFirst?: boolean
  headingLevel?: 2 | 3
  note?: ReactNode
}

type CardPictureProps = Pick<CardProps, 'card' | 'sizes' | 'isFirst'> & {
  maxWidth: number
  className?: string | undefined
}

/** The first picture of the product. */
export function CardPicture({ card, sizes, isFirst = false, maxWidth, className }: CardPictureProps) {
  const [first] = card.pictures
  return first ? (
    <Picture
      picture={first}
      maxWidth={maxWidth}
      sizes={sizes}
      alt=""
      isFirst={isFirst}
      className={`attachment-woocommerce_thumbnail size-woocommerce_thumbnail ${className ?? ''}`.trimEnd()}
    />
  ) : (
    <PlaceholderPicture className={className} />
  )
}

type CardFrameProps = CardProps & {
  classes: Readonly<Record<'card' | 'link' | 'frame' | 'badge' | 'name' | 'actions', string>>
  pictures: ReactNode
  price?: ReactNode
  children: ReactNode
}

/** A product card, from the render cache unless its pictures load eagerly or it has a note. */
export function CardFrame(props: CardFrameProps) {
  const { card, classes, sizes, isFirst, headingLevel, note } = props
  const exchange = useContext(ExchangeContext)
  const className = `${cardClasses(card)} ${styles.card} ${classes.card}`
  if (isFirst || note)
    return (
      <li className={className}>
        <CardContent {...props} />
      </li>
    )
  const key = JSON.stringify(['product card', card, classes.card, sizes, headingLevel, exchange])
  const markup = cachedMarkup(key, () => (
    <ExchangeContext value={exchange}>
      <CardContent {...props} />
    </ExchangeContext>
  ))
  return <li className={className} dangerouslySetInnerHTML={{ __html: markup }} />
}

function CardContent({ card, classes, headingLevel = 2, pictures, price, note, children }: CardFrameProps) {
  const badge = badgeOf(card)
  const badgeClasses = { 'sold-out': '', sale: `onsale ${styles.sale}`, new: styles.new }
  const Heading = `h${headingLevel}` as const
  return (
    <>
      <a
        href={hrefs.product(card.slug)}
        className={`woocommerce-LoopProduct-link woocommerce-loop-product__link ${styles.link} ${classes.link}`}
      >
        <span
          className={`${styles.frame} ${classes.frame} ${badge?.kind === 'sold-out' ? styles.gone : ''}`}
          style={{ viewTransitionName: `product-${card.id}` }}
        >
          {pictures}
          {badge && (
            <span className={`${styles.badge} ${classes.badge} ${badgeClasses[badge.kind]}`}>{badge.text}</span>
          )}
          {price}
        </span>
        <Heading className={`woocommerce-loop-product__title ${styles.name} ${classes.name}`}>{card.name}</Heading>
        {children}
      </a>
      {note}
      <span className={`${styles.actions} ${classes.actions}`}>
        <CardButton card={card} />
      </span>
      <SaveButton productId={card.id} label={`Save “${card.name}”`} className={styles.save} />
    </>
  )
}

function badgeOf(card: ProductCardData) {
  if (card.stockStatus === 'outofstock') return { kind: 'sold-out', text: 'Sold out' } as const
  if (card.isSale) return { kind: 'sale', text: savingText(card) } as const
  return card.isNew ? ({ kind: 'new', text: 'New' } as const) : null
}

/** 'Save 20%' for a single price; a price range only says that it is on sale. */
function savingText({ minCents, maxCents, regularMinCents }: ProductCardData): string {
  if (minCents === null || regularMinCents === null || minCents !== maxCents) return 'Sale'
  // Rounded down so as not to overstate the saving.
  const percent = Math.floor(((regularMinCents - minCents) * 100) / regularMinCents)
  return percent >= 1 ? `Save ${percent}%` : 'Sale'
}

type CardButtonProps = { card: ProductCardData; quantity?: number; className?: string | undefined }

/** Adds a simple product to the cart; for any other product it links to the product page. */
export function CardButton({ card, quantity = 1, className = '' }: CardButtonProps) {
  const href = hrefs.product(card.slug)
  const kind = `product_type_${card.type} ${className}`.trim()
  if (card.stockStatus === 'outofstock') {
    return (
      <a href={`${href}#related`} className={`button ${kind}`} aria-label={`See similar to “${card.name}”`}>
        <span>See similar</span>
      </a>
    )
  }
  if (card.type === 'simple' && card.minCents !== null) {
    return (
      <a
        href={`${hrefs.addToCart(card.id)}${quantity === 1 ? '' : `&quantity=${quantity}`}`}
        className={`button ${kind} add_to_cart_button ajax_add_to_cart`}
        data-quantity={quantity}
        data-product_id={card.id}
        data-product_sku={card.sku}
        data-success_message={`“${card.name}” has been added to your cart`}
        rel="nofollow"
        aria-label={`Add to cart: “${card.name}”`}
      >
        <span>Add to cart</span>
      </a>
    )
  }
  const [text, joiner] = buttonLabel(card)
  return (
    <a
      href={card.type === 'external' && card.externalUrl ? card.externalUrl : href}
      className={`button ${kind}`}
      data-product_id={card.id}
      data-product_sku={card.sku}
      rel={card.type === 'external' ? 'nofollow noopener external' : 'nofollow'}
      aria-label={`${text}${joiner}“${card.name}”`}
    >
      <span>{text}</span>
    </a>
  )
}

function buttonLabel({ type, buttonText }: ProductCardData): readonly [text: string, joiner: string] {
  if (type === 'variable') return ['Select options', ' for ']
  if (type === 'grouped') return ['View products', ' in ']
  return type === 'external' ? [buttonText || 'Buy product', ': '] : ['Read more', ' about ']
}
