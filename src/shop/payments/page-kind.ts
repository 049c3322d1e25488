/** Kinds of pages on which money is taken, as the payment calls name them in `page_id` (shop.md §2, "Page kinds"). */
export type PageKind = 'product' | 'cart' | 'checkout' | 'order_pay' | 'add_payment_method' | 'change_payment_method'

/** Marks on the body by which a page is told, the ones that decide first: a cart with the checkout's mark is a checkout. */
const pageBodyClasses: readonly (readonly [mark: string, kind: PageKind | null])[] = [
  ['woocommerce-order-received', null],
  ['woocommerce-order-pay', 'order_pay'],
  ['woocommerce-add-payment-method', 'add_payment_method'],
  ['woocommerce-checkout', 'checkout'],
  ['woocommerce-cart', 'cart'],
  ['single-product', 'product'],
]

/**
 * The one rule for what kind of page this is: by the class names of its body, and by its query, because an order's payment
 * method is changed on the page that pays orders (`?change_payment_method=7`). Null: no money is taken here.
 */
export function pageKindOf(bodyClass: string, search = ''): PageKind | null {
  const classNames = new Set(bodyClass.split(/\s+/))
  const kind = pageBodyClasses.find(([className]) => classNames.has(className))?.[1] ?? null
  return kind === 'order_pay' && new URLSearchParams(search).get('change_payment_method')
    ? 'change_payment_method'
    : kind
}
