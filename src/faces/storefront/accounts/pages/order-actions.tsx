import { button } from '../../../../platform/ui/button.tsx'
import { hrefs } from '../../../../platform/web/routes.ts'
import { isInvoiced } from '../../../../shop/orders/invoice/invoice.ts'
import { canOrderAgain, needsPayment } from '../../../../shop/orders/order-status.ts'
import type { OrderDetails } from '../../../../shop/orders/orders-read.store.ts'
import { awaitsTransfer } from '../../../../shop/payment-methods/payment-methods.ts'

/** Links that act at once, with the nonces of this session. */
export type OrderLinks = {
  readonly cancel: (order: OrderDetails) => string
  readonly again: (order: OrderDetails) => string
}

type OrderActionsProps = {
  readonly order: OrderDetails
  /** For screen readers, which read one link of many. */
  readonly name: string
  readonly links: OrderLinks
  /** On other pages than the order's own. */
  readonly hasView?: boolean
}

/** What a customer can do with an order, in WooCommerce's markup. */
export function OrderActions({ order, name, links, hasView = false }: OrderActionsProps) {
  const isUnpaid = needsPayment(order.status)
  return (
    <>
      {isUnpaid && (
        <a
          className={`woocommerce-button button pay ${button.primary}`}
          href={hrefs.orderPay(order.id, order.orderKey)}
          aria-label={`Pay for ${name}`}
        >
          Pay
        </a>
      )}
      {awaitsTransfer(order) && (
        <a
          className={`woocommerce-button button change_payment_method ${button.tertiary}`}
          href={hrefs.changePayment(order.id, order.orderKey)}
          aria-label={`Change the payment method of ${name}`}
        >
          Change payment
        </a>
      )}
      {hasView && (
        <a
          className={`woocommerce-button button view ${button.tertiary}`}
          href={hrefs.viewOrder(order.id)}
          aria-label={`View ${name}`}
        >
          View
        </a>
      )}
      {isUnpaid && (
        <a
          className={`woocommerce-button button cancel ${button.tertiary}`}
          href={links.cancel(order)}
          aria-label={`Cancel ${name}`}
        >
          Cancel
        </a>
      )}
      {canOrderAgain(order.status) && (
        <a
          className={`woocommerce-button button order-again ${hasView ? button.tertiary : button.secondary}`}
          href={links.again(order)}
          aria-label={`Order again: ${name}`}
        >
          Order again
        </a>
      )}
      {isInvoiced(order) && (
        <a
          className={`woocommerce-button button invoice ${button.tertiary}`}
          href={hrefs.invoice(order.id)}
          aria-label={`Invoice for ${name} (PDF)`}
        >
          Invoice
        </a>
      )}
    </>
  )
}
