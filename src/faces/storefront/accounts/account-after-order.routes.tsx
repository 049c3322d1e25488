import { Hono } from 'hono'
import { confirmAccountAfterOrder } from '../../../people/accounts/account-after-order.ts'
import { saveAddresses } from '../../../people/accounts/users.store.ts'
import { setFlash } from '../../../platform/web/flash.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { findOrder } from '../../../shop/orders/orders.store.ts'
import type { AccountContext } from './context.ts'
import { signInProved } from './finish-sign-in.ts'
import { mailedLink } from './mailed-link.tsx'

/** The link of a guest who asked for an account after an order: makes it and signs in. */
export function accountAfterOrderRoutes(shop: AccountContext): Hono {
  const app = new Hono()
  mailedLink(app, shop, {
    ...{ path: paths.confirmAccount, purpose: 'confirm-account' },
    ask: ({ email }) => ({
      title: 'Your account',
      text: `One press, and the account of ${email} is ready, with the orders that you placed with this address.`,
      button: 'Open my account',
    }),
    async use(context, key) {
      const confirmed = await confirmAccountAfterOrder(shop, key, async (tx, { userId, orderId }) => {
        const order = await findOrder(tx, orderId)
        if (order) await saveAddresses(tx, userId, { billing: order.billing, shipping: order.shipping })
      })
      if (!confirmed.ok)
        return confirmed.problem === 'expired' ? null : context.redirect(hrefs.login(paths.account), 303)
      setFlash(context, shop, [{ kind: 'success', text: 'Your account is ready. These are your orders.' }])
      return signInProved(context, shop, { userId: confirmed.userId, remember: false }, paths.accountOrders)
    },
    expiredText: 'If you have an account already, you can choose a new password from the sign-in page.',
  })
  return app
}
