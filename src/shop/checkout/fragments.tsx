import { renderToStaticMarkup } from 'react-dom/server'
import type { CheckoutView } from './checkout-view.ts'
import { OrderReviewTable } from './order-review-table.tsx'
import { Payment } from './payment.tsx'

/** The parts of the checkout that `update_order_review` replaces (wc-ajax-update-order-review.json). */
export function checkoutFragments(view: CheckoutView): Record<string, string> {
  return {
    '.woocommerce-checkout-review-order-table': renderToStaticMarkup(<OrderReviewTable view={view} />),
    '.woocommerce-checkout-payment': renderToStaticMarkup(<Payment view={view} />),
  }
}
