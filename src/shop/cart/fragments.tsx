import { formatMoney } from '../../platform/money/money.ts'
import { Amount } from '../../platform/ui/amount.tsx'
import { cachedMarkup } from '../../platform/ui/cached-markup.ts'
import { paths } from '../../platform/web/routes.ts'
import { displayedLineCents } from '../pricing/total.ts'
import { type CartLine, maxLineQuantity } from './cart.ts'
import type { CartView } from './cart-view.tsx'
import styles from './mini-cart.module.css'
import { displayedItemsCents, MiniCart, MiniLine } from './mini-cart.tsx'

/** Selectors of the page elements that a cart response replaces (html-notes.md, "Elements the fragments replace"). */
export function cartFragments(view: CartView): Record<string, string> {
  const { quantity, currency } = view.total
  const itemsCents = displayedItemsCents(view.total)
  return {
    'div.widget_shopping_cart_content': miniCartHtml(view),
    'a.cart-contents': cachedMarkup(`cart link ${quantity} ${itemsCents} ${currency}`, () => (
      <CartLink count={quantity} total={formatMoney(itemsCents, currency)} />
    )),
    'a.footer-cart-contents': cachedMarkup(`cart footer ${quantity}`, () => <FooterCartLink count={quantity} />),
  }
}

/** Placeholder for the nonce in cached markup, which is shared by all shoppers. */
const NONCE_PLACEHOLDER = '-nonce-'

function miniCartHtml(view: CartView): string {
  const { cart, total } = view
  if (cart.lines.length === 0) return cachedMarkup('cart empty', () => <MiniCart total={total} lines="" />)
  const lines = cart.lines.map((line) => {
    const { sellable, key, quantity, choices } = line
    const { slug, name, sku, isSoldIndividually, picture } = sellable
    const cents = unitCents(line, view)
    const detail = view.lineDetails.get(key) ?? ''
    const product = [maxLineQuantity(sellable), isSoldIndividually, slug, name, sku, picture?.path]
    return cachedMarkup(
      JSON.stringify(['cart line', key, quantity, cents, total.currency, choices, detail, ...product]),
      () => (
        <MiniLine
          line={line}
          detail={detail}
          price={<Amount cents={cents} currency={total.currency} />}
          nonce={NONCE_PLACEHOLDER}
        />
      ),
    )
  })
  const frame = cachedMarkup(
    `cart frame ${displayedItemsCents(total)} ${total.centsToFreeShipping} ${total.currency}`,
    () => <MiniCart total={total} lines={LINES_PLACEHOLDER} />,
  )
  return frame.replace(LINES_PLACEHOLDER, () => lines.join('').replaceAll(NONCE_PLACEHOLDER, view.nonce))
}

/** As carts show it: with tax, it has the rate of the destination, which may differ from that of the shop's place. */
export const unitCents = ({ key, quantity }: CartLine, { total }: CartView): number =>
  Math.round(displayedLineCents(total, key) / quantity)

const LINES_PLACEHOLDER = '-lines-'

/** The cart link in the header. `count` is omitted on cached pages, which know no cart. */
export function CartLink({ count, total }: { count?: number; total?: string }) {
  const items = count === undefined ? '' : `${count} ${count === 1 ? 'item' : 'items'}`
  return (
    <a
      className={`cart-contents ${styles.link}`}
      href={paths.cart}
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
            {items}, {total}
          </span>
        </>
      )}
    </a>
  )
}

export const FooterCartLink = ({ count }: { count?: number }) => (
  <a className="footer-cart-contents" href={paths.cart}>
    Cart{count !== undefined && count > 0 ? <span className="count"> {count}</span> : null}
  </a>
)
