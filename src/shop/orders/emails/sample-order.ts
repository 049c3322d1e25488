import type { Address } from '../../../people/addresses/address.ts'
import type { EmailData } from '../../../things/messages/emails.table.ts'
import type { Order } from '../orders.store.ts'
import type { EmailTemplate } from './email-templates.ts'

const sampleAddress: Address = {
  firstName: 'Maya',
  lastName: 'Tremblay',
  company: '',
  address1: '12 Rue des Érables',
  address2: 'Unit 4',
  city: 'Ottawa',
  state: 'ON',
  postcode: 'K1A 0B1',
  country: 'CA',
  email: 'maya@example.com',
  phone: '+1 613 555 0142',
}

/** A sample order for email previews of a shop without orders. It is not stored. */
export function sampleOrder(now: Date): Order {
  const line = { orderId: 0, variationId: 0, sku: '', imagePath: null, reducesStock: true }
  return {
    id: 0,
    number: 1042,
    status: 'processing',
    orderKey: 'wc_order_sample',
    cartId: null,
    cartVersion: null,
    customerId: null,
    pendingAccount: null,
    currency: 'CAD',
    itemsSubtotalCents: 6150,
    itemsTotalCents: 5650,
    fees: [],
    feesCents: 0,
    pricesIncludeTax: false,
    shippingCents: 995,
    taxCents: 608,
    totalCents: 7253,
    refundedCents: 0,
    billing: sampleAddress,
    shipping: sampleAddress,
    paymentMethod: 'stripe_cc',
    paymentMethodTitle: 'Card',
    transactionId: 'ch_sample',
    customerNote: 'Please leave it with the neighbour, number 14.',
    createdVia: 'checkout',
    customerIpAddress: '',
    userAgent: '',
    attribution: {},
    createdAt: now,
    updatedAt: now,
    paidAt: now,
    completedAt: null,
    holdExpiresAt: null,
    holdsStock: true,
    activePaymentAttempts: 0,
    paymentAttemptsExpireAt: null,
    clientNetwork: '',
    reminderSentAt: null,
    paymentDueAt: null,
    canonicalBillingEmail: 'maya@example.com',
    lines: [
      {
        ...line,
        id: 1,
        productId: 1,
        name: 'Jasmine Dragon Pearls',
        choices: [{ label: 'Size', value: '100 g' }],
        packSize: '100 g',
        quantity: 1,
        unitPriceCents: 2450,
        subtotalCents: 2450,
        totalCents: 1950,
        taxCents: 0,
        taxClass: 'grocery',
      },
      {
        ...line,
        id: 2,
        productId: 2,
        name: 'Fairness Pitcher',
        choices: [],
        packSize: '',
        quantity: 2,
        unitPriceCents: 1850,
        subtotalCents: 3700,
        totalCents: 3700,
        taxCents: 481,
        taxClass: 'standard',
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
      },
    ],
    taxLines: [
      {
        id: 1,
        orderId: 0,
        code: 'CA-ON-HST-1',
        label: 'HST',
        ratePer100k: 13000,
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

/** The order in the state in which this email is sent. */
export function orderForTemplate(template: EmailTemplate, order: Order, now: Date): Order {
  switch (template) {
    case 'order-sent':
      return { ...order, status: 'completed', completedAt: order.completedAt ?? now }
    case 'payment-reminder':
      return { ...order, status: 'on-hold', paymentMethod: 'bacs', paymentMethodTitle: 'Bank transfer', paidAt: null }
    default:
      return order
  }
}

/** Sample data of an email besides its order. */
export function sampleEmailData(template: EmailTemplate, order: Order): EmailData {
  switch (template) {
    case 'payment-reminder':
      return { until: new Date(order.createdAt.getTime() + 10 * 86_400_000).toISOString() }
    case 'customer-note':
      return { note: 'We have put a small sample of this spring’s Long Jing into your parcel.\nEnjoy it!' }
    case 'order-refunded':
    case 'shop-order-refunded':
    case 'shop-refund-failed':
      return { refundCents: Math.min(1850, order.totalCents), reason: 'One pitcher arrived with a chip.' }
    case 'shop-dispute-opened':
    case 'shop-dispute-closed':
      return {
        dispute: {
          amountCents: order.totalCents,
          reason: 'the goods have not arrived',
          isInquiry: false,
          isLost: template === 'shop-dispute-closed',
          respondBy: 'December 4, 2026',
        },
      }
    default:
      return {}
  }
}
