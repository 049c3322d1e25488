import type { ReactNode } from 'react'
import { formatMoney } from '../../platform/money/money.ts'
import { Amount } from '../../platform/ui/amount.tsx'
import { button } from '../../platform/ui/button.tsx'
import { Icon } from '../../platform/ui/icon.tsx'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { pictureSources } from '../../things/media/picture-sizes.ts'
import { displayedCents, type Total } from '../pricing/total.ts'
import type { CartLine } from './cart.ts'
import styles from './mini-cart.module.css'
import { LineQuantity } from './pages/line-quantity.tsx'

export const MiniCartDialog = () => (
  <dialog id="mini-cart" className={styles.drawer} aria-labelledby="mini-cart-title" aria-describedby="mini-cart-news">
    <div className={styles.head}>
      <h2 id="mini-cart-title" className={styles.title} tabIndex={-1}>
        Your cart
      </h2>
      <form method="dialog">
        <button type="submit" className={styles.close} aria-label="Close the cart">
          <Icon name="close" size={22} />
        </button>
      </form>
    </div>
    <p id="mini-cart-news" className={styles.news} hidden />
    <div className="widget_shopping_cart">
      <div className="widget_shopping_cart_content" />
    </div>
  </dialog>
)

export function MiniCart({ total, lines }: { total: Total; lines: string }) {
  if (lines === '') {
    return (
      <div className="widget_shopping_cart_content">
        <div className={styles.empty}>
          <p className="woocommerce-mini-cart__empty-message">No products in the cart.</p>
          <a className={button.secondary} href={hrefs.shop()}>
            Find a tea
          </a>
        </div>
      </div>
    )
  }
  return (
    <div className="widget_shopping_cart_content">
      <ul
        className={`woocommerce-mini-cart cart_list product_list_widget ${styles.lines}`}
        dangerouslySetInnerHTML={{ __html: lines }}
      />
      <div className={styles.foot}>
        <FreeShippingProgress total={total} />
        <p className={`woocommerce-mini-cart__total total ${styles.total}`}>
          <strong>Subtotal:</strong> <Amount cents={displayedItemsCents(total)} currency={total.currency} />
        </p>
        <p className={`woocommerce-mini-cart__buttons buttons ${styles.buttons}`}>
          <a href={paths.cart} className={`button wc-forward ${button.secondary}`}>
            View cart
          </a>
          <a href={paths.checkout} className={`button checkout wc-forward ${button.primary}`}>
            Checkout
          </a>
        </p>
      </div>
    </div>
  )
}

type MiniLineProps = { line: CartLine; detail: string; price: ReactNode; nonce: string }

/** The quantity is a form that posts to the cart page, and the remove link is the cart page's. */
export function MiniLine({ line, detail, price, nonce }: MiniLineProps) {
  const { sellable } = line
  const href = hrefs.product(sellable.slug, line.choices)
  const picture = sellable.picture
  return (
    <li className={`woocommerce-mini-cart-item mini_cart_item ${styles.line}`}>
      <a href={href} className={styles.picture} tabIndex={-1} aria-hidden="true">
        {picture && <img {...pictureSources(picture, 160)} sizes="72px" width={72} height={90} alt="" loading="lazy" />}
      </a>
      <div className={styles.facts}>
        <a href={href} className={styles.name}>
          {sellable.name}
        </a>
        {detail !== '' && <span className={styles.choice}>{detail}</span>}
        <form action={paths.cart} method="post" className={`mini-cart-quantity ${styles.quantity}`}>
          <LineQuantity line={line} context="mini" />
          <input type="hidden" name="woocommerce-cart-nonce" value={nonce} />
          <span className={styles.amount}>
            <span className="quantity">
              {line.quantity} × {price}
            </span>
          </span>
        </form>
      </div>
      <a
        role="button"
        href={hrefs.removeFromCart(line.key, nonce)}
        className={`remove remove_from_cart_button ${styles.remove}`}
        aria-label={`Remove ${sellable.name} from cart`}
        data-product_id={sellable.parentId ?? sellable.id}
        data-cart_item_key={line.key}
        data-product_sku={sellable.sku}
        data-success_message={`“${sellable.name}” has been removed from your cart`}
      >
        ×
      </a>
    </li>
  )
}

/** The price of the items after coupons. */
export const displayedItemsCents = (total: Total): number =>
  displayedCents(total, total.itemsTotalCents, total.itemsTaxCents)

export function FreeShippingProgress({ total }: { total: Total }) {
  const missing = total.centsToFreeShipping
  if (missing === null) return null
  const cents = displayedItemsCents(total)
  const threshold = cents + missing
  const percent = threshold === 0 ? 0 : Math.min(100, Math.floor((cents * 100) / threshold))
  return (
    <div className={styles.way}>
      <p>
        {missing === 0 ? 'Your order ships free.' : `${formatMoney(missing, total.currency)} more for free shipping.`}
      </p>
      <div className={styles.bar} aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}
