import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { DAY_MS } from '../../../platform/time/durations.ts'
import { CAPTURE_WINDOW_MS } from '../../gateways/payment-verdict.ts'
import { awaitedMethods, paymentMethods } from '../../payment-methods/payment-methods.ts'
import type { Order } from '../orders.store.ts'
import { orderLines, orders } from '../orders.table.ts'
import type { OrderMessageData } from './order-message.ts'
import type { EmailTemplate } from './order-messages.ts'

const sampleAddress: Order['billing'] = {
  firstName: 'Maya',
  lastName: 'Tremblay',
  company: '',
  email: 'maya@example.com',
  phone: '+1 613 555 0142',
  address1: '12 Rue des Érables',
  address2: 'Unit 4',
  city: 'Ottawa',
  state: 'ON',
  postcode: 'K1A 0B1',
  country: 'CA',
}

const defaultRow = <Table extends PgTable>(table: Table): Table['$inferSelect'] =>
  Object.fromEntries(Object.entries(getTableColumns(table)).map(([name, column]) => [name, column.default ?? null]))

export const sampleOrderKey = 'wc_order_sample'

/** A sample order for email previews of a shop without orders. It is not stored. */
export function sampleOrder(now: Date): Order {
  const line = { ...defaultRow(orderLines), orderId: 0, quantity: 1 }
  return {
    ...defaultRow(orders),
    id: 1042,
    invoiceNumber: 1042,
    status: 'processing',
    orderKey: sampleOrderKey,
    createdAt: now,
    updatedAt: now,
    paidAt: now,
    itemsSubtotalCents: 6150,
    itemsTotalCents: 5650,
    shippingCents: 995,
    taxCents: 608,
    totalCents: 7253,
    billing: sampleAddress,
    shipping: sampleAddress,
    ...paidWith(paymentMethods[0]),
    transactionId: 'ch_sample',
    customerNote: 'Please leave it with the neighbour, number 14.',
    lines: [
      {
        ...line,
        id: 1,
        productId: 1,
        name: 'Jasmine Dragon Pearls',
        taxClass: 'grocery',
        choices: [{ label: 'Size', value: '100 g' }],
        packSize: '100 g',
        unitPriceCents: 2450,
        subtotalCents: 2450,
        totalCents: 1950,
        taxCents: 0,
      },
      {
        ...line,
        id: 2,
        productId: 2,
        name: 'Fairness Pitcher',
        taxClass: 'standard',
        quantity: 2,
        unitPriceCents: 1850,
        subtotalCents: 3700,
        totalCents: 3700,
        taxCents: 481,
      },
    ],
    shippingLines: [
      {
        id: 1,
        orderId: 0,
        rateId: 'flat_rate:1',
        title: 'Canada Post, 2–6 business days',
        totalCents: 995,
        taxCents: 127,
        isTaxable: null,
        place: null,
        meta: [],
      },
    ],
    taxLines: [
      {
        id: 1,
        orderId: 0,
        code: 'CA-ON-HST-1',
        label: 'HST',
        ratePer100k: 13000,
        rateId: 2,
        isCompound: false,
        itemsTaxCents: 481,
        shippingTaxCents: 127,
      },
    ],
    coupons: [
      {
        orderId: 0,
        code: 'first-flush',
        couponId: null,
        discountCents: 500,
        discountTaxCents: 0,
        discountType: null,
        amount: null,
        freeShipping: null,
      },
    ],
  }
}

const paidWith = ({ id, defaults }: (typeof paymentMethods)[number]) => ({
  paymentMethod: id,
  paymentMethodTitle: defaults.title,
})

const awaitedMethod = paymentMethods.find(({ id }) => awaitedMethods.includes(id))

export function orderForTemplate(template: EmailTemplate, order: Order, now: Date): Order {
  if (template === 'order-sent') return { ...order, status: 'completed', completedAt: order.completedAt ?? now }
  if (template === 'shop-capture-due') return { ...order, status: 'on-hold', paidAt: null }
  return template === 'payment-reminder'
    ? { ...order, status: 'on-hold', paidAt: null, ...(awaitedMethod && paidWith(awaitedMethod)) }
    : order
}

export function sampleEmailData(template: EmailTemplate, { createdAt, totalCents }: Order): OrderMessageData {
  const refund = { refundCents: Math.min(1850, totalCents), reason: 'One pitcher arrived with a chip.' }
  const dispute = (isLost: boolean) => ({
    dispute: {
      amountCents: totalCents,
      reason: 'the goods have not arrived',
      isInquiry: false,
      isLost,
      respondBy: 'December 4, 2026',
    },
  })
  const question = { note: 'Could you put in the tasting notes of the Long Jing? It is a present.' }
  const data: Partial<Record<EmailTemplate, OrderMessageData>> = {
    'payment-reminder': { until: new Date(createdAt.getTime() + 10 * DAY_MS).toISOString() },
    'shop-capture-due': { until: new Date(createdAt.getTime() + CAPTURE_WINDOW_MS).toISOString() },
    'customer-note': { note: 'We have put a small sample of this spring’s Long Jing into your parcel.\nEnjoy it!' },
    'order-question': question,
    'shop-order-question': question,
    'order-refunded': refund,
    'shop-order-refunded': refund,
    'shop-refund-failed': refund,
    'shop-refund-excess': { refundCents: refund.refundCents },
    'shop-dispute-opened': dispute(false),
    'shop-dispute-closed': dispute(true),
  }
  return data[template] ?? {}
}
