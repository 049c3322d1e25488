/** Kinds of pages that take payments, as the payment calls name them in `page_id` (shop.md §2, "Page kinds"). */
export type PageKind = 'product' | 'cart' | 'checkout' | 'order_pay' | 'add_payment_method' | 'change_payment_method'

/** Body classes that identify a page, by precedence: a cart with the checkout's class is a checkout. */
const pageBodyClasses: readonly (readonly [mark: string, kind: PageKind | null])[] = [
  ['woocommerce-order-received', null],
  ['woocommerce-order-pay', 'order_pay'],
  ['woocommerce-add-payment-method', 'add_payment_method'],
  ['woocommerce-checkout', 'checkout'],
  ['woocommerce-cart', 'cart'],
  ['single-product', 'product'],
]

/** Null: the page takes no payments. `?change_payment_method=7` makes an order-pay page another kind. */
export function pageKindOf(bodyClass: string, search = ''): PageKind | null {
  const classNames = new Set(bodyClass.split(/\s+/))
  const kind = pageBodyClasses.find(([className]) => classNames.has(className))?.[1] ?? null
  return kind === 'order_pay' && new URLSearchParams(search).get('change_payment_method')
    ? 'change_payment_method'
    : kind
}
