import { button } from '../../../platform/ui/button.tsx'
import { ShopMain } from '../../../platform/ui/shop-main.tsx'
import { hrefs } from '../../../platform/web/routes.ts'
import type { Order } from '../../orders/orders.store.ts'
import styles from './request-link.module.css'

/** Leads on to a page of the provider. Browsers go there by themselves; the link is for those that do not. */
export const ProviderPage = ({ order, url }: { readonly order: Order; readonly url: string }) => (
  <ShopMain className={styles.page} title={<h1>Going on to {order.paymentMethodTitle}</h1>}>
    <p>Your order is kept. You agree to the payment there and come back here; nothing is charged before.</p>
    <p>
      <a className={button.primary} href={url}>
        Continue to {order.paymentMethodTitle}
      </a>
    </p>
    <p>
      <a href={hrefs.orderPay(order.id, order.orderKey)}>Choose another way to pay</a>
    </p>
  </ShopMain>
)
