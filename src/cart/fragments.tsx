import { renderToStaticMarkup } from 'react-dom/server'
import { choiceText } from '../catalog/choice-text.ts'
import { priceAt } from '../catalog/product.ts'
import { pictureSources } from '../media/sizes.ts'
import { formatMoney } from '../money/format.ts'
import type { Total } from '../pricing/total.ts'
import { hrefs } from '../routes.ts'
import { Amount } from '../ui/amount.tsx'
import type { Cart } from './cart.store.ts'
import type { CartLine } from './cart.ts'
import styles from './mini-cart.module.css'

/** What the fragments are made of. `nonce` makes the remove links work without script. */
export type CartView = {
  readonly cart: Cart
  readonly total: Total
  readonly nonce: string
  readonly now: Date
  readonly url: string
}

/** Names of the page elements that a cart answer replaces (html-notes.md, "Elements the fragments replace"). */
export function cartFragments(view: CartView): Record<string, string> {
  return {
    'div.widget_shopping_cart_content': renderToStaticMarkup(<MiniCart {...view} />),
    'a.cart-contents': renderToStaticMarkup(
      <CartLink count={view.total.quantity} totalCents={view.total.itemsTotalCents} />,
    ),
    'a.footer-cart-contents': renderToStaticMarkup(<FooterCartLink count={view.total.quantity} />),
  }
}

/** The link in the header. `count` is left out on cached pages, where nobody's cart is known yet. */
export function CartLink({ count, totalCents }: { count?: number; totalCents?: number }) {
  const items = count === undefined ? '' : `${count} ${count === 1 ? 'item' : 'items'}`
  return (
    <a
      className={`cart-contents ${styles.link}`}
      href={hrefs.cart()}
      title="View your shopping cart"
      data-count={count ?? 0}
    >
      <svg aria-hidden="true" viewBox="0 0 24 24" width="22" height="22" className={styles.icon}>
        <path d="M4 8h13v6.5a4.5 4.5 0 0 1-4.5 4.5h-4A4.5 4.5 0 0 1 4 14.5z M17 9.5h1.6a2.4 2.4 0 0 1 0 4.8H17 M7.5 3.2c-.9 1 .9 1.8 0 2.9 M11.2 3.2c-.9 1 .9 1.8 0 2.9" />
      </svg>
      <span className={styles.linkText}>Cart</span>
      {count !== undefined && count > 0 && (
        <>
          <span className={`count ${styles.count}`} aria-hidden="true">
            {count}
          </span>
          <span className="screen-reader-text">
            {' '}
            {items}, {formatMoney(totalCents ?? 0)}
          </span>
        </>
      )}
    </a>
  )
}

export function FooterCartLink({ count }: { count?: number }) {
  return (
    <a className="footer-cart-contents" href={hrefs.cart()}>
      Cart{count !== undefined && count > 0 ? <span className="count"> {count}</span> : null}
    </a>
  )
}

/** The drawer that opens after adding. Its inside is a fragment; the frame around it stays. */
export function MiniCartDialog() {
  return (
    <dialog id="mini-cart" className={styles.drawer} aria-labelledby="mini-cart-title">
      <div className={styles.head}>
        <h2 id="mini-cart-title" className={styles.title} tabIndex={-1}>
          Your cart
        </h2>
        <form method="dialog">
          <button type="submit" className={styles.close} aria-label="Close the cart">
            <svg aria-hidden="true" viewBox="0 0 24 24" width="22" height="22" className={styles.icon}>
              <path d="M6 6l12 12 M18 6L6 18" />
            </svg>
          </button>
        </form>
      </div>
      <div className="widget_shopping_cart">
        <div className="widget_shopping_cart_content" />
      </div>
    </dialog>
  )
}

function MiniCart(view: CartView) {
  const { cart, total } = view
  return (
    <div className="widget_shopping_cart_content">
      {cart.lines.length === 0 ? (
        <div className={styles.empty}>
          <p className="woocommerce-mini-cart__empty-message">No products in the cart.</p>
          <a className={styles.secondary} href={hrefs.shop()}>
            Find a tea
          </a>
        </div>
      ) : (
        <>
          <ul className={`woocommerce-mini-cart cart_list product_list_widget ${styles.lines}`}>
            {cart.lines.map((line) => (
              <MiniLine key={line.key} line={line} view={view} />
            ))}
          </ul>
          <WayToFreeShipping total={total} />
          <p className={`woocommerce-mini-cart__total total ${styles.total}`}>
            <strong>Subtotal:</strong> <Amount cents={total.itemsTotalCents} />
          </p>
          <p className={`woocommerce-mini-cart__buttons buttons ${styles.buttons}`}>
            <a href={hrefs.cart()} className={`button wc-forward ${styles.secondary}`}>
              View cart
            </a>
            <a href={hrefs.checkout()} className={`button checkout wc-forward ${styles.primary}`}>
              Checkout
            </a>
          </p>
        </>
      )}
    </div>
  )
}

function MiniLine({ line, view }: { line: CartLine; view: CartView }) {
  const { sellable } = line
  const href = hrefs.product(sellable.slug, line.choices)
  const picture = sellable.picture
  return (
    <li className={`woocommerce-mini-cart-item mini_cart_item ${styles.line}`}>
      <a href={href} className={styles.product}>
        {picture && <img {...pictureSources(picture, 160)} sizes="72px" width={72} height={90} alt="" loading="lazy" />}
        <span className={styles.name}>{sellable.name}</span>
      </a>
      <p className={styles.facts}>
        {choiceText(line.choices) && <span className={styles.choice}>{choiceText(line.choices)}</span>}
        <span className="quantity">
          {line.quantity} × <Amount cents={priceAt(sellable, view.now).cents ?? 0} />
        </span>
      </p>
      <a
        role="button"
        href={hrefs.removeFromCart(line.key, view.nonce)}
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

/** How far the shopper is from free shipping, as a thin bar with words. */
export function WayToFreeShipping({ total }: { total: Total }) {
  const missing = total.centsToFreeShipping
  if (missing === null) return null
  const whole = total.itemsTotalCents + missing
  const percent = whole === 0 ? 0 : Math.min(100, Math.floor((total.itemsTotalCents * 100) / whole))
  return (
    <div className={styles.way}>
      <p>{missing === 0 ? 'Your order ships free.' : `${formatMoney(missing)} more for free shipping.`}</p>
      <div className={styles.bar} aria-hidden="true">
        <span style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}
