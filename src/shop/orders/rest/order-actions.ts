import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import { toEmail } from '../../../platform/rest/fields.ts'
import { fixed, itemShape, shownIn } from '../../../platform/rest/item-shape.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import { conflict, errorOf, type RestError } from '../../../platform/rest/response.ts'
import { DAY_MS } from '../../../platform/time/durations.ts'
import { parseShopTime, shopDayOf } from '../../../platform/time/shop-time.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { ordersRead, ordersWrite } from '../capabilities.ts'
import { isInvoiced } from '../invoice/invoice.ts'
import { type SendProblem, sendableMails, sendDetails } from '../messages/send-details.ts'
import { createReceiptKey } from '../order-key.ts'
import { writeOrderMeta } from '../order-meta.store.ts'
import { statusNames } from '../order-status.ts'
import { lockOrder } from '../orders.store.ts'
import { readOrder } from '../orders-read.store.ts'
import { orderActionShape, orderStatuses } from './order-shape.ts'
import { type OrderShop, orderNotFound } from './orders.ts'

/** WooCommerce's email ids; those that do not exist here are never valid for an order. */
const mailIds = [
  ...['new_order', 'cancelled_order', 'customer_cancelled_order', 'failed_order', 'customer_failed_order'],
  ...['customer_on_hold_order', 'customer_processing_order', 'customer_completed_order', 'customer_refunded_order'],
  ...['customer_invoice', 'customer_note', 'customer_reset_password', 'customer_new_account'],
  ...['admin_payment_gateway_enabled', 'customer_pos_completed_order', 'customer_pos_refunded_order'],
] as const

const mailTexts: Readonly<Record<string, readonly [title: string, description: string]>> = {
  customer_invoice: [
    'Order details',
    'Manually send an email to your customers containing their order information and payment links',
  ],
  customer_processing_order: ['Processing order', 'That the order is paid, or accepted to be paid on delivery'],
  customer_on_hold_order: ['Order on-hold', 'That the order waits for its payment'],
  customer_completed_order: ['Completed order', 'That the order is sent, or ready for pickup'],
  customer_cancelled_order: ['Cancelled order', 'That the order was cancelled'],
  customer_failed_order: ['Failed order', 'That the payment has failed'],
}

const addressee = {
  email: z.string().transform(toEmail).optional(),
  force_email_update: z
    .boolean()
    .optional()
    .describe('Whether `email` replaces the billing email address of the order.'),
}

const sending = { capability: ordersWrite, method: 'POST', action: 'edit', response: orderActionShape } as const

type Addressee = { readonly email?: string | undefined; readonly force_email_update?: boolean | undefined }
type Sender = { readonly id: number; readonly user: { readonly name: string }; readonly body: Addressee }

async function send(shop: OrderShop, { id, user, body }: Sender, mailId?: (typeof mailIds)[number]) {
  const { email, force_email_update: replacesEmail } = body
  const result = await sendDetails(shop, { orderId: id, author: user.name, mailId, email, replacesEmail })
  if (result.ok) return { json: { message: `Order details sent to ${result.sentTo}, via REST API.` } }
  return result.problem === 'other-mail' ? otherMail(mailId) : sendErrors[result.problem]
}

const receiptFields = z.object({
  expiration_date: z.string().max(40).nullable().default(null).describe('Last valid day, such as 2026-12-31.'),
  expiration_days: z.int().min(0).max(3650).default(1),
  force_new: z.boolean().default(false),
})
const receiptShape = z.strictObject({ receipt_url: z.string(), expiration_date: z.string() })

/** Metadata key of the last valid day of a receipt link. */
const RECEIPT_META = '_samovar_receipt_until'

function receiptOf(
  shop: OrderShop,
  order: { readonly id: number; readonly meta: readonly { key: string; value: unknown }[] },
) {
  const until = order.meta.find(({ key }) => key === RECEIPT_META)?.value
  if (typeof until !== 'string' || until < shopDayOf(shop.now())) return null
  const key = createReceiptKey(shop.secret, order.id, until)
  return { json: { receipt_url: shop.url + hrefs.invoice(order.id, key), expiration_date: until } }
}

const listing = { capability: ordersRead, method: 'GET', action: 'list' } as const

export const orderActionCalls = [
  defineCall({
    ...listing,
    summary: 'Lists the order statuses and their names',
    path: `${paths.restOrders}/statuses`,
    response: z.array(
      itemShape('order_status', { slug: fixed(shownIn(z.string(), 'view')), name: fixed(shownIn(z.string(), 'view')) }),
    ),
    handler: async (shop: OrderShop) => ({
      json: [
        ...orderStatuses.map((slug) => ({ slug, name: statusNames[slug] })),
        ...shop.settings().ownStatuses.map(({ slug, label }) => ({ slug, name: label })),
      ],
    }),
  }),
  defineCall({
    ...listing,
    summary: 'Lists the emails about an order that can be resent',
    path: `${paths.restOrder}/actions/email_templates`,
    response: z.array(
      itemShape('Email Template', {
        id: shownIn(z.enum(mailIds), 'view', 'embed'),
        title: shownIn(z.string(), 'view'),
        description: shownIn(z.string(), 'view'),
      }),
    ),
    async handler(shop: OrderShop, { id }) {
      const order = await readOrder(shop.db, id)
      if (!order) return orderNotFound
      const mails = [...sendableMails(order).keys()]
      return {
        json: mails.map((mail) => ({ id: mail, title: mailTexts[mail]?.[0], description: mailTexts[mail]?.[1] })),
      }
    },
  }),
  defineCall({
    ...sending,
    summary: 'Resends an email about an order to the customer',
    path: `${paths.restOrder}/actions/send_email`,
    body: z.object({ ...addressee, template_id: z.enum(mailIds).optional() }),
    handler: (shop: OrderShop, request) => send(shop, request, request.body.template_id),
  }),
  defineCall({
    ...sending,
    summary: 'Sends the details of an order to the customer',
    path: `${paths.restOrder}/actions/send_order_details`,
    body: z.object(addressee),
    handler: (shop: OrderShop, request) => send(shop, request),
  }),
  defineCall({
    capability: ordersWrite,
    summary: 'Creates a public link to the receipt of an order, valid for a limited time',
    method: 'POST',
    path: `${paths.restOrder}/receipt`,
    body: receiptFields,
    response: receiptShape,
    async handler(shop: OrderShop, { id, body }) {
      const today = shopDayOf(shop.now())
      const requestedDate = body.expiration_date === null ? null : parseShopTime(body.expiration_date)
      const until = shopDayOf(requestedDate ?? new Date(shop.now().getTime() + body.expiration_days * DAY_MS))
      if ((body.expiration_date !== null && requestedDate === null) || until < today)
        return invalidFields({ expiration_date: 'expiration_date must be a day from today.' })
      const order = await readOrder(shop.db, id)
      if (!order) return orderNotFound
      if (!isInvoiced(order)) return noReceipt
      const current = body.force_new ? null : receiptOf(shop, order)
      if (current) return current
      await shop.db.transaction(async (tx) => {
        await lockOrder(tx, id)
        await writeOrderMeta(tx, id, [{ key: RECEIPT_META, value: until }], Number.MAX_SAFE_INTEGER)
      })
      return receiptOf(shop, { id, meta: [{ key: RECEIPT_META, value: until }] }) ?? noReceipt
    },
  }),
  defineCall({
    capability: ordersRead,
    summary: 'Retrieves the public link to the receipt of an order, while it is valid',
    method: 'GET',
    path: `${paths.restOrder}/receipt`,
    response: receiptShape,
    async handler(shop: OrderShop, { id }) {
      const order = await readOrder(shop.db, id)
      return order ? (receiptOf(shop, order) ?? noReceiptYet) : orderNotFound
    },
  }),
]

const noReceipt = conflict('order_without_receipt', 'An order has a receipt once it is accepted.')
const noReceiptYet = errorOf(404, 'woocommerce_rest_not_found', 'Receipt not found')

const otherMail = (mailId = ''): RestError =>
  errorOf(400, 'woocommerce_rest_invalid_email_template', `${mailId} is not a valid template for this order.`)

const sendErrors = {
  'no-such-order': orderNotFound,
  'other-email': errorOf(400, 'woocommerce_rest_order_billing_email_exists', 'Order already has a billing email.'),
  'no-email': errorOf(400, 'woocommerce_rest_missing_email', 'Order does not have an email address.'),
  anonymised: conflict('order_anonymised', 'The personal data of this order was removed, and stays so.'),
  'switched-off': conflict('mail_switched_off', 'This mail is switched off. Switch it on under Mail, Kinds.'),
} satisfies Record<Exclude<SendProblem, 'other-mail'>, RestError>
