import type { ReactNode } from 'react'
import { Amount } from '../../../platform/ui/amount.tsx'
import { button } from '../../../platform/ui/button.tsx'
import { EmptyCup } from '../../../platform/ui/empty-cup.tsx'
import { type NoticeList, Notices } from '../../../platform/ui/notices.tsx'
import { ShopMain } from '../../../platform/ui/shop-main.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { pictureSources } from '../../../things/media/picture-sizes.ts'
import { PlaceholderPicture } from '../../../things/media/placeholder-picture.tsx'
import type { ProductCardData } from '../../catalog/product-card.ts'
import type { PaymentService } from '../../gateways/context.ts'
import { CardGrid } from '../../listing/pages/card-grid.tsx'
import { displayedLineCents } from '../../pricing/total.ts'
import type { CartLine } from '../cart.ts'
import type { CartView } from '../cart-view.tsx'
import { unitCents } from '../fragments.tsx'
import styles from './cart-page.module.css'
import { CartTotals } from './cart-totals.tsx'
import { ChargedCurrency } from './charged-currency.tsx'
import { LineProblems } from './line-problems.tsx'
import { LineQuantity } from './line-quantity.tsx'

type PageProps = {
  view: CartView
  notices: NoticeList
  crossSells: readonly ProductCardData[]
  payments: Pick<PaymentService, 'scriptUrl' | 'publishableKey'>
  typedCoupon?: string
}

export function CartPage({ view, notices, crossSells, payments, typedCoupon = '' }: PageProps) {
  const isEmpty = view.cart.lines.length === 0
  const couponProblem = isEmpty ? undefined : notices.find((notice) => notice.field === 'coupon_code')
  return (
    <ShopMain
      className={styles.page}
      title={
        <h1 className={styles.title} tabIndex={-1}>
          Cart
        </h1>
      }
    >
      <Notices notices={notices.filter((notice) => notice !== couponProblem)} />
      {isEmpty ? (
        <EmptyCart />
      ) : (
        <>
          <ChargedCurrency />
          <LineProblems view={view} />
          <div className={styles.columns}>
            <Lines view={view} couponProblem={couponProblem?.text ?? null} typedCoupon={typedCoupon} />
            <aside
              className={`cart-collaterals ${styles.aside}`}
              aria-label="Cart totals"
              data-provider-script={payments.scriptUrl}
              data-provider-key={payments.publishableKey}
            >
              <CartTotals view={view} />
            </aside>
          </div>
        </>
      )}
      {crossSells.length > 0 && (
        <section className={`cross-sells ${styles.crossSells}`}>
          <h2>Goes well with your order</h2>
          <CardGrid cards={crossSells} arrangement="row" headingLevel={3} />
        </section>
      )}
    </ShopMain>
  )
}

const EmptyCart = () => (
  <div className={styles.empty}>
    <EmptyCup />
    <div className="wc-empty-cart-message">
      <p className="cart-empty woocommerce-info">Your cart is currently empty.</p>
    </div>
    <p>A pot of something good is two clicks away.</p>
    <p className={`return-to-shop ${styles.ways}`}>
      <a className={`button wc-backward ${button.cta}`} href={hrefs.shop()}>
        Return to shop
      </a>
      <a className={button.tertiary} href={hrefs.blog()}>
        Read about tea first
      </a>
    </p>
  </div>
)

type LinesProps = { view: CartView; couponProblem: NoticeList[number]['text'] | null; typedCoupon: string }

function Lines({ view, couponProblem, typedCoupon }: LinesProps) {
  const { cart, nonce } = view
  return (
    <form className="woocommerce-cart-form" action={paths.cart} method="post">
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
              {/* First submit button of the form: the one that Enter activates in a quantity field. */}
              <button type="submit" name="update_cart" value="Update cart" className={`button ${styles.update}`}>
                Update cart
              </button>
              <CouponField problem={couponProblem} typed={typedCoupon} />
              <input type="hidden" name="woocommerce-cart-nonce" value={nonce} />
              <input type="hidden" name="_wp_http_referer" value={paths.cart} />
            </td>
          </tr>
        </tbody>
      </table>
    </form>
  )
}

function Row({ line, view }: { line: CartLine; view: CartView }) {
  const { sellable } = line
  const cents = unitCents(line, view)
  const { currency } = view.total
  const href = hrefs.product(sellable.slug, line.choices)
  const detail = view.lineDetails.get(line.key) ?? ''
  return (
    <tr className={`woocommerce-cart-form__cart-item cart_item ${styles.row}`} data-key={line.key}>
      <td className={`product-thumbnail ${styles.thumbnail}`}>
        <a href={href} tabIndex={-1} aria-hidden="true">
          {sellable.picture ? (
            <img {...pictureSources(sellable.picture, 160)} sizes="96px" width={96} height={120} alt="" />
          ) : (
            <PlaceholderPicture width={96} height={120} />
          )}
        </a>
      </td>
      <th scope="row" className={`product-name ${styles.name}`} data-title="Product">
        <a href={href}>{sellable.name}</a>
        {detail !== '' && <span className={styles.choice}>{detail}</span>}
      </th>
      <td className={`product-price ${styles.price}`} data-title="Price">
        <Amount cents={cents} currency={currency} />
      </td>
      <td className={`product-quantity ${styles.quantity}`} data-title="Quantity">
        <LineQuantity line={line} context="cart" />
      </td>
      <td className={`product-subtotal ${styles.right}`} data-title="Subtotal">
        <Amount cents={displayedLineCents(view.total, line.key)} currency={currency} />
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

/** Collapsed coupon field. Part of the cart form, so that its button also submits the quantities. */
const CouponField = ({ problem, typed }: { problem: ReactNode; typed: string }) => (
  <details className={styles.fold} {...(problem === null ? {} : { open: true })}>
    <summary className={styles.summary}>Have a coupon?</summary>
    <div className={`coupon ${styles.coupon}`}>
      <label htmlFor="coupon_code">Coupon code</label>
      <span className={styles.codeRow}>
        <input
          type="text"
          name="coupon_code"
          id="coupon_code"
          className={`input-text ${problem === null ? '' : 'has-error'} ${styles.code}`}
          defaultValue={typed}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={100}
          // Shows the field and its error also without script: the answer is a new page, which starts at its top.
          {...(problem === null
            ? {}
            : { 'aria-invalid': true, 'aria-describedby': 'coupon-error-notice', autoFocus: true })}
        />
        <button type="submit" name="apply_coupon" value="Apply coupon" className={`button ${styles.apply}`}>
          Apply<span className="screen-reader-text"> coupon</span>
        </button>
      </span>
      {problem !== null && (
        <p id="coupon-error-notice" className="coupon-error-notice" role="alert">
          {problem}
        </p>
      )}
    </div>
  </details>
)
