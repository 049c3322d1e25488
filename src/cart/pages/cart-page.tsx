import { choiceText } from '../../catalog/choice-text.ts'
import { mostPieces, priceAt } from '../../catalog/product.ts'
import { pictureSources } from '../../media/sizes.ts'
import { formatMoney } from '../../money/format.ts'
import { rateClassName } from '../../pricing/tax.ts'
import type { Total } from '../../pricing/total.ts'
import { hrefs } from '../../routes.ts'
import { EmptyCup } from '../../theme/empty-cup.tsx'
import { Amount } from '../../ui/amount.tsx'
import { type NoticeList, Notices } from '../../ui/notices.tsx'
import { type CartLine, lineProblem, MOST_PIECES } from '../cart.ts'
import { type CartView, WayToFreeShipping } from '../fragments.tsx'
import { destinationOf } from '../price-cart.ts'
import styles from './cart-page.module.css'

/** /cart/: what is in it, what it comes to, and the way to pay (MINI-04). Works as plain forms and links. */
export function CartPage({ view, notices }: { view: CartView; notices: NoticeList }) {
  return (
    <main id="content" className={styles.page}>
      <h1 className={styles.title}>Cart</h1>
      <Notices notices={notices} />
      {view.cart.lines.length === 0 ? <EmptyCart /> : <FullCart view={view} />}
    </main>
  )
}

function EmptyCart() {
  return (
    <div className={styles.empty}>
      <EmptyCup />
      <p className="cart-empty woocommerce-info">Your cart is currently empty.</p>
      <p>A pot of something good is two clicks away.</p>
      <a className={styles.primary} href={hrefs.shop()}>
        Return to shop
      </a>
    </div>
  )
}

function FullCart({ view }: { view: CartView }) {
  const { cart, total, nonce } = view
  return (
    <div className={styles.columns}>
      <form className="woocommerce-cart-form" action={hrefs.cart()} method="post">
        <table className={`shop_table shop_table_responsive cart woocommerce-cart-form__contents ${styles.table}`}>
          <caption className="screen-reader-text">What is in your cart</caption>
          <thead>
            <tr>
              <th scope="col" colSpan={2}>
                Product
              </th>
              <th scope="col">Price</th>
              <th scope="col">Quantity</th>
              <th scope="col" className={styles.right}>
                Subtotal
              </th>
              <th scope="col">
                <span className="screen-reader-text">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {cart.lines.map((line) => (
              <Row key={line.key} line={line} view={view} />
            ))}
            <tr>
              <td colSpan={6} className={`actions ${styles.actions}`}>
                <button type="submit" name="update_cart" value="Update cart" className={`button ${styles.update}`}>
                  Update cart
                </button>
                <input type="hidden" name="woocommerce-cart-nonce" value={nonce} />
                <input type="hidden" name="_wp_http_referer" value={hrefs.cart()} />
              </td>
            </tr>
          </tbody>
        </table>
      </form>
      <Totals total={total} view={view} />
    </div>
  )
}

function Row({ line, view }: { line: CartLine; view: CartView }) {
  const { sellable } = line
  const cents = priceAt(sellable, view.now).cents ?? 0
  const href = hrefs.product(sellable.slug, line.choices)
  const problem = lineProblem(line, view.now)
  const most = Math.min(mostPieces(sellable) ?? MOST_PIECES, MOST_PIECES)
  return (
    <tr className={`woocommerce-cart-form__cart-item cart_item ${styles.row}`}>
      <td className={`product-thumbnail ${styles.thumbnail}`}>
        {sellable.picture && (
          <a href={href} tabIndex={-1} aria-hidden="true">
            <img {...pictureSources(sellable.picture, 160)} sizes="96px" width={96} height={120} alt="" />
          </a>
        )}
      </td>
      <th scope="row" className={`product-name ${styles.name}`} data-title="Product">
        <a href={href}>{sellable.name}</a>
        {choiceText(line.choices) && <span className={styles.choice}>{choiceText(line.choices)}</span>}
        {problem && <ProblemText problem={problem} />}
      </th>
      <td className={`product-price ${styles.price}`} data-title="Price">
        <Amount cents={cents} />
      </td>
      <td className={`product-quantity ${styles.quantity}`} data-title="Quantity">
        <div className="quantity">
          <label className="screen-reader-text" htmlFor={`quantity_${line.key}`}>
            {sellable.name} quantity
          </label>
          <input
            id={`quantity_${line.key}`}
            className={`input-text qty text ${styles.field}`}
            type="number"
            name={`cart[${line.key}][qty]`}
            defaultValue={line.quantity}
            min={0}
            max={most}
            step={1}
            inputMode="numeric"
            autoComplete="off"
            readOnly={sellable.isSoldIndividually}
          />
        </div>
      </td>
      <td className={`product-subtotal ${styles.right}`} data-title="Subtotal">
        <Amount cents={cents * line.quantity} />
      </td>
      <td className={`product-remove ${styles.removeCell}`}>
        <a
          href={hrefs.removeFromCart(line.key, view.nonce)}
          className={`remove ${styles.remove}`}
          aria-label={`Remove ${sellable.name} from cart`}
          data-product_id={sellable.parentId ?? sellable.id}
          data-product_sku={sellable.sku}
        >
          ×
        </a>
      </td>
    </tr>
  )
}

function ProblemText({ problem }: { problem: NonNullable<ReturnType<typeof lineProblem>> }) {
  const text = {
    gone: () => 'No longer for sale. Please remove it to go on.',
    'less-stock': (available: number) =>
      available === 0
        ? 'Sold out meanwhile. Please remove it to go on.'
        : `Only ${available} left. Please lower the quantity to go on.`,
    'price-changed': (was: number, is: number) =>
      `The price changed from ${formatMoney(was)} to ${formatMoney(is)} since you added it.`,
  }
  const words =
    problem.kind === 'gone'
      ? text.gone()
      : problem.kind === 'less-stock'
        ? text['less-stock'](problem.available)
        : text['price-changed'](problem.wasCents, problem.isCents)
  return <span className={styles.problem}>{words}</span>
}

function Totals({ total, view }: { total: Total; view: CartView }) {
  const { state } = destinationOf(view.cart)
  return (
    <aside className={`cart_totals ${styles.totals}`} aria-label="Cart totals">
      <h2>Cart totals</h2>
      <WayToFreeShipping total={total} />
      <table className="shop_table shop_table_responsive">
        <tbody>
          <tr className="cart-subtotal">
            <th scope="row">Subtotal</th>
            <td data-title="Subtotal">
              <Amount cents={total.itemsTotalCents} />
            </td>
          </tr>
          {total.needsShipping && (
            <tr className="woocommerce-shipping-totals shipping">
              <th scope="row">Shipping</th>
              <td data-title="Shipping">
                {total.shippingRate ? (
                  <>
                    {total.shippingRate.title}:{' '}
                    {total.shippingCents === 0 ? 'free' : <Amount cents={total.shippingCents} />}
                  </>
                ) : (
                  'We ship within Canada only.'
                )}
              </td>
            </tr>
          )}
          {total.taxLines.map((line) => (
            <tr key={line.code} className={`tax-rate tax-rate-${rateClassName(line.code)}`}>
              <th scope="row">
                {line.label} <small>({state})</small>
              </th>
              <td data-title={line.label}>
                <Amount cents={line.cents} />
              </td>
            </tr>
          ))}
          <tr className={`order-total ${styles.grand}`}>
            <th scope="row">Total</th>
            <td data-title="Total">
              <strong>
                <Amount cents={total.totalCents} />
              </strong>
            </td>
          </tr>
        </tbody>
      </table>
      <p className={styles.small}>
        {total.taxLines.length === 0
          ? 'Tea is zero-rated in Canada: no sales tax on it.'
          : `Estimated for delivery to ${state}; your address at checkout decides.`}
      </p>
      <a href={hrefs.checkout()} className={`checkout-button button alt wc-forward ${styles.primary}`}>
        Proceed to checkout
      </a>
    </aside>
  )
}
