import type { Context } from 'hono'
import { renderToStaticMarkup } from 'react-dom/server'
import { currentUser } from '../accounts/current-user.ts'
import { setCookiesAfterOrder } from '../cart/cart-view.tsx'
import { readSession } from '../cart/shopper.ts'
import { hasKey } from '../orders/order-key.ts'
import { findOrder, type Order } from '../orders/orders.store.ts'
import { paymentMessages } from '../payments/payment-errors.ts'
import { livePaymentOf } from '../payments/payments.store.ts'
import type { Shop } from '../shop.ts'
import { ErrorList, type NoticeList } from '../ui/notices.tsx'
import { type AjaxHandler, ajaxJson, ajaxNothing } from '../web/ajax.ts'
import { formFields } from '../web/form.ts'
import { enterNewAccount, wantedAccount } from './new-account.ts'
import { doorJson, type Refusal } from './order-door.ts'
import { finishPayment } from './pay-order.ts'
import { CANNOT_BE_PAID, declineText, notTakenNotices, notTakenTexts } from './problems.tsx'
import { submitOrderPay } from './submit-order-pay.ts'
import { receivedUrl } from './take-payment.ts'

const errorHtml = (notices: NoticeList): string => renderToStaticMarkup(<ErrorList errors={notices} />)
const NO_ORDER = 'This order could not be found.'

/** `checkout/payment`: goes on after extra authentication (stripe-plugin sheet §2). */
const checkoutPayment: AjaxHandler = async (context, shop) => {
  const fields = await formFields(context)
  const failure = (notices: NoticeList) =>
    ajaxJson(context, { result: 'failure', messages: errorHtml(notices), reload: false })
  const order = await findOrder(shop.db, Number(fields.order_id) || 0)
  if (!order || !hasKey(order, fields.order_key)) return failure([{ kind: 'error', text: NO_ORDER }])
  const payment = await livePaymentOf(shop.db, order.id)
  if (!payment?.intentId) return failure([{ kind: 'error', text: 'This order has no payment to finish.' }])
  const success = () =>
    ajaxJson(context, { result: 'success', redirect: receivedUrl(shop, order), messages: '', reload: false })
  const result = await finishPayment(shop, payment.intentId)
  switch (result.kind) {
    case 'paid': {
      const session = await readSession(context, shop)
      if (session) await setCookiesAfterOrder(context, shop, session.id)
      if (session?.id === order.cartId) await enterAfterBank(context, shop, result.order, fields.account_password)
      return success()
    }
    case 'undecided':
      return success()
    case 'needs-action':
    case 'declined': {
      const error = result.kind === 'declined' ? result.error : null
      const text = error ? declineText(error) : paymentMessages.authentication_required
      return failure(notTakenNotices({ text, isCard: true }))
    }
    case 'sent-back':
    case 'mismatch':
      return failure(notTakenNotices({ text: notTakenTexts[result.kind], isCard: false }))
  }
}

/** Long enough for whoever comes back from their bank; later the order opens no account. */
const ENTERS_FOR_MS = 15 * 60_000

/** The account wanted with an order is made when its money is here: the browser that ordered is signed in, as when no bank asks. */
async function enterAfterBank(context: Context, shop: Shop, order: Order, typed: string | undefined): Promise<void> {
  const isFresh = order.paidAt !== null && shop.now().getTime() - order.paidAt.getTime() < ENTERS_FOR_MS
  if (!isFresh || order.customerId === null || (await currentUser(context, shop))) return
  const account = wantedAccount(typed ?? '', shop.settings())
  if (account && account.password !== '') await enterNewAccount(context, shop, order, account)
}

/** `order-pay`: pays an order that waits, by card and without leaving its page (stripe-plugin sheet §2 and §3, PAY-17). */
const orderPay: AjaxHandler = async (context, shop) => {
  const fields = await formFields(context)
  const failure = (notices: NoticeList, door?: Refusal) =>
    ajaxJson(context, {
      code: 'order-pay-error',
      message: errorHtml(notices),
      data: { status: 200 },
      ...doorJson(door),
    })
  const order = await findOrder(shop.db, Number(fields.order_id) || 0)
  if (!order || !hasKey(order, fields.order_key)) return failure([{ kind: 'error', text: NO_ORDER }])
  const submitted = await submitOrderPay(context, shop, order, fields)
  switch (submitted.kind) {
    case 'done':
      return ajaxJson(context, { success: true, needs_confirmation: false })
    case 'needs-action':
      return ajaxJson(context, { success: true, needs_confirmation: true, data: submitted.action })
    case 'undecided':
      return ajaxJson(context, { success: true, needs_confirmation: true, redirect: submitted.redirect })
    case 'refused':
      return failure(submitted.notices, submitted.door)
    case 'closed':
      return failure([{ kind: 'error', text: CANNOT_BE_PAID }])
  }
}

const requests: Readonly<Record<string, AjaxHandler>> = {
  '/wc-stripe/v1/checkout/payment': checkoutPayment,
  '/wc-stripe/v1/order-pay': orderPay,
}

/** `/?wc-ajax=wc_stripe_frontend_request&path=…`: what the payment plugin's scripts ask for while somebody pays. */
export const stripeRequestCall: AjaxHandler = async (context, shop) => {
  const path = context.req.query('path') ?? ''
  const handler = Object.hasOwn(requests, path) ? requests[path] : undefined
  return handler && context.req.method === 'POST' ? handler(context, shop) : ajaxNothing(context)
}
