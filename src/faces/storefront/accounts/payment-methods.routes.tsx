import { Hono } from 'hono'
import { paths } from '../../../platform/web/routes.ts'
import { accountPage, renderAccountPage } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import styles from './pages/account.module.css'

/** /my-account/payment-methods/: saved cards. */
export function accountPaymentMethodsRoutes(shop: AccountContext): Hono {
  const app = new Hono()
  accountPage(app, shop, paths.accountPaymentMethods, (context, session) =>
    renderAccountPage(context, shop, session, {
      ...{ section: 'payment-methods', title: 'Payment methods' },
      body: (
        <p className={`woocommerce-info ${styles.empty}`}>
          No saved methods found. You choose how to pay at the checkout.
        </p>
      ),
    }),
  )
  return app
}
