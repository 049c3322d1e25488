import { renderToStaticMarkup } from 'react-dom/server'
import { setCookiesAfterOrder } from '../cart/cart-view.tsx'
import { readSession } from '../cart/shopper.ts'
import { hasKey } from '../orders/order-key.ts'
import { findOrder } from '../orders/orders.store.ts'
import { livePaymentOf } from '../payments/payments.store.ts'
import { ErrorList, type NoticeList } from '../ui/notices.tsx'
import { type AjaxHandler, ajaxJson, ajaxNothing } from '../web/ajax.ts'
import { formFields } from '../web/form.ts'
import { doorJson, type Refusal } from './order-door.ts'
import { CANNOT_BE_PAID, declineText } from './problems.tsx'
import { settlePayment } from './settle-payment.ts'
import { submitOrderPay } from './submit-order-pay.ts'
import { receivedUrl } from './take-payment.ts'

const errorHtml = (notices: NoticeList): string => renderToStaticMarkup(<ErrorList errors={notices} />)
const NO_ORDER = 'This order could not be found.'

/** `checkout/payment`: goes on after extra authentication (stripe-plugin sheet §2). */
const checkoutPayment: AjaxHandler = async (context, shop) => {
  const fields = await formFields(context)
  const failure = (text: string) =>
    ajaxJson(context, { result: 'failure', messages: errorHtml([{ kind: 'error', text }]), reload: false })
  const order = await findOrder(shop.db, Number(fields.order_id) || 0)
  if (!order || !hasKey(order, fields.order_key)) return failure(NO_ORDER)
  const payment = await livePaymentOf(shop.db, order.id)
  if (!payment?.intentId) return failure('This order has no payment to finish.')
  const settled = await settlePayment(shop, payment.intentId)
  if (settled.kind === 'paid') {
    const session = await readSession(context, shop)
    if (session) await setCookiesAfterOrder(context, shop, session.id)
    return ajaxJson(context, {
      result: 'success',
      redirect: receivedUrl(shop, order),
      messages: '',
      reload: false,
    })
  }
  if (settled.kind === 'not-paid')
    return failure(
      declineText({ kind: 'declined', code: settled.code ?? 'authentication_required', message: settled.message }),
    )
  return failure(declineText({ kind: 'unreachable' }))
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
