import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCart, cartTotal } from '../../../../test/support/carts.ts'
import { defaultSettings } from '../../../settings.ts'
import { statusNames } from '../order-status.ts'
import { orderAmounts, totalRows } from '../order-summary.ts'
import type { Order } from '../orders.store.ts'
import type { OrderStatus } from '../orders.table.ts'
import type { OrderMessageContext } from './order-message.ts'
import {
  type EmailTemplate,
  emailsForTransition,
  emailTemplateIds,
  isForCustomer,
  renderEmail,
} from './order-messages.ts'
import { orderForTemplate, sampleEmailData, sampleOrder } from './sample-order.ts'

const account = {
  accountName: 'Tea House Inc.',
  bankName: 'Bank of the Lakes',
  institution: '999',
  transit: '00123',
  accountNumber: '1234567',
}
const { gateways } = defaultSettings
const shop: OrderMessageContext = {
  url: 'https://shop.test',
  secret: 'a-secret',
  settings: { ...defaultSettings, gateways: { ...gateways, bacs: { ...gateways.bacs, accounts: [account] } } },
}
const order = sampleOrder(new Date('2026-11-20T15:00:00Z'))
const unpaid = (paymentMethod: 'bacs' | 'cod', paymentTitle: string): Order => ({
  ...order,
  status: paymentMethod === 'bacs' ? 'on-hold' : 'processing',
  paymentMethod,
  paymentMethodTitle: paymentTitle,
  paidAt: null,
})
const render = (template: EmailTemplate, of: Order = order) =>
  renderEmail(template, orderForTemplate(template, of, of.createdAt), sampleEmailData(template, of), shop)

describe('[CHK-18] every email', () => {
  test.each(emailTemplateIds)('%s has the same content in HTML and in plain text, as reviewed', (template) => {
    const { subject, html, text } = render(template)
    expect(`${subject}\n\n${text}\n`).toMatchSnapshot()
    const htmlText = html.replaceAll(/<style>.*?<\/style>/gs, '').replaceAll(/<[^>]+>/g, '\n')
    for (const line of text.split('\n').filter((one) => /\$\d/.test(one))) {
      const [amount = ''] = /-?\$[\d,.]*\d/.exec(line) ?? []
      expect(htmlText).toContain(amount)
    }
  })

  test.each(emailTemplateIds)('%s loads no external resources and runs no script', (template) => {
    const { html } = render(template)
    expect(html).not.toMatch(/<script|<link|@import|@font-face|javascript:|\son\w+=/i)
    expect(html).toContain('color-scheme')
    const [mark, ...pictures] = html.match(/<img[^>]*>/g) ?? []
    // The shop's name is next to its logo, so the logo's alt text is empty.
    expect(mark).toMatch(/src="cid:mark@samovar".* alt=""/)
    for (const image of pictures) expect(image).toMatch(/alt="[^"]+"/)
    for (const [, address] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect(address).toMatch(/^(https:\/\/shop\.test|mailto:|cid:mark@samovar$)/)
    }
  })

  test('user input is escaped', () => {
    const typed = '<img src=x onerror=alert(1)>'
    const malicious: Order = { ...order, customerNote: typed, billing: { ...order.billing, firstName: typed } }
    for (const template of emailTemplateIds) {
      expect(renderEmail(template, malicious, { note: typed, reason: typed }, shop).html).not.toContain('<img src=x')
    }
  })

  test('shows every amount as stored in the order', () => {
    const { html, text } = render('order-confirmation')
    for (const { label, amount } of totalRows(order)) {
      expect(html).toContain(amount)
      expect(text).toMatch(new RegExp(`${label.replaceAll(/[()]/g, '\\$&')}\\s+${amount.replaceAll('$', '\\$')}`))
    }
  })
})

describe('the rows of totals', () => {
  const centsOf = (amount: string) =>
    /\d/.test(amount) ? Math.round(Number(amount.replaceAll(/[^\d.-]/g, '')) * 100) : 0
  const shownOf = (of: Order) => totalRows(of).map(({ label, amount }) => [label, centsOf(amount)] as const)
  const addsUp = (of: Order) => {
    const shown = shownOf(of)
    const parts = shown.slice(
      0,
      shown.findIndex(([label]) => label === 'Total'),
    )
    expect(parts.reduce((all, [, cents]) => all + cents, 0)).toBe(of.totalCents)
  }

  test('add up to the total of every order, also of one that the staff has reduced by hand', () => {
    addsUp(order)
    const some = fc.tuple(anyCart, fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }))
    fc.assert(
      fc.property(some, ([cart, byHandPercent, couponPercent]) => {
        const amounts = orderAmounts(cartTotal(cart))
        const [byHand = 0, byCoupon = 0] = [byHandPercent, couponPercent].map((percent) =>
          Math.floor((amounts.itemsTotalCents * percent) / 200),
        )
        const coupons = order.coupons.map((coupon) => ({ ...coupon, discountCents: byCoupon }))
        const itemsTotalCents = amounts.itemsTotalCents - byHand - byCoupon
        const totalCents = amounts.totalCents - byHand - byCoupon
        const [one, other] = [order.shippingLines, order.taxLines]
        addsUp({
          ...order,
          ...amounts,
          itemsTotalCents,
          totalCents,
          coupons: byCoupon === 0 ? [] : coupons,
          shippingLines: amounts.shippingLines.flatMap((line) => one.map((stored) => ({ ...stored, ...line }))),
          taxLines: amounts.taxLines.flatMap((line) => other.map((stored) => ({ ...stored, ...line }))),
        })
      }),
    )
  })

  test('say free shipping only for a coupon that grants it, and for a deleted one if shipping was free', () => {
    const shown = (freeShipping: boolean | null, shippingCents: number) => {
      const coupons = order.coupons.map((coupon) => ({ ...coupon, discountCents: 0, freeShipping }))
      return totalRows({ ...order, coupons, shippingCents }).find(({ label }) => label.startsWith('Coupon'))?.amount
    }
    expect([shown(false, 995), shown(false, 0), shown(null, 995)]).toEqual(['$0.00', '$0.00', '$0.00'])
    expect([shown(true, 0), shown(true, 995), shown(null, 0)]).toEqual([
      'Free shipping',
      'Free shipping',
      'Free shipping',
    ])
  })

  test('name a discount by hand once', () => {
    const reduced = { ...order, coupons: [] }
    expect(shownOf(reduced)).toContainEqual(['Discount', -500])
    expect(shownOf(order).filter(([label]) => label === 'Discount')).toEqual([])
  })
})

test('[CHK-18] a bank transfer’s confirmation has the amount, the account and the order number; once paid it no longer does', () => {
  const bank = unpaid('bacs', 'Bank transfer')
  const { html, text } = render('order-confirmation', bank)
  for (const shown of ['Tea House Inc.', '999', '00123', '1234567', '$72.53 CAD', 'Order #1042']) {
    expect(html).toContain(shown)
    expect(text).toContain(shown)
  }
  expect(render('order-confirmation', { ...bank, paidAt: new Date() }).text).not.toContain('1234567')
})

test('[CHK-18] a pay-at-pickup customer reads the amount due at pickup, and no bank details', () => {
  const { text } = render('order-confirmation', unpaid('cod', 'Pay at pickup'))
  expect(text).toContain('$72.53 is due')
  expect(text).not.toContain('1234567')
})

test('[CHK-18] a pickup customer reads when the order is ready, and never that it is shipped', () => {
  const shippingLines = order.shippingLines.map((line) => ({ ...line, rateId: 'local_pickup:3', title: 'Pickup' }))
  const card = { ...order, shippingLines }
  const pickupOrder = { ...unpaid('cod', 'Pay at pickup'), shippingLines }
  const customerTemplates = emailTemplateIds.filter((one) => isForCustomer(one) && one !== 'customer-note')
  for (const template of customerTemplates) {
    for (const of of [card, pickupOrder, { ...unpaid('bacs', 'Bank transfer'), shippingLines }]) {
      const { subject, text } = render(template, of)
      expect(`${subject}\n${text}`.replace('Your refund is on its way', '')).not.toMatch(
        /parcel|carrier|on its way|\bship(ped)?\b/i,
      )
    }
  }
  expect(render('order-sent', card).subject).toBe('Your Samovar order #1042 is ready for pickup')
  expect(render('order-sent', card).text).toContain('Please bring your order number')
  expect(render('order-sent', pickupOrder).subject).toBe('Your Samovar order #1042 was picked up')
  expect(render('order-sent', pickupOrder).text).toContain('has been picked up and paid')
  expect(render('order-sent').subject).toBe('Your Samovar order #1042 is on its way')
})

test('no email names the payment method of an order that has none', () => {
  const unnamed: Order = { ...order, paymentMethodTitle: '' }
  for (const template of emailTemplateIds) expect(render(template, unnamed).text, template).not.toMatch(/ by\s*[.,]/)
  expect(renderEmail('shop-payment-received', unnamed, {}, shop).text).toContain('has been paid.')
})

test('a note of several lines keeps them, apart from what follows', () => {
  const { html } = render('order-sent', { ...order, customerNote: 'Ring twice.\nThank you.' })
  const note = /<p [^>]*style="([^"]*)"[^>]*>(?:<span>)?Note with the order:(.*?)<\/p>/s.exec(html)
  expect(note?.[1]).toContain('margin:0 0 16px')
  expect(note?.[2]).toMatch(/Ring twice\.<br\/><\/span><span>Thank you\./)
})

test('a refund is described as full or partial, with its own amount', () => {
  expect(renderEmail('order-refunded', order, { refundCents: 1850 }, shop).text).toContain('$18.50 of the $72.53')
  expect(renderEmail('order-refunded', order, { refundCents: 7253 }, shop).text).toContain('the full $72.53')
})

test('every email names the order by its id, accepted or not, and never by the number of its invoice', () => {
  for (const invoiceNumber of [55_555, null])
    for (const template of emailTemplateIds) {
      const { subject, text } = renderEmail(template, { ...order, id: 98_765, invoiceNumber }, {}, shop)
      expect(subject).toMatch(/order #98765/i)
      expect(text).not.toContain('55555')
    }
})

describe('which email is sent when', () => {
  const step = (from: OrderStatus, to: OrderStatus, wasAccepted: boolean, isPaid = false) =>
    emailsForTransition({ from, to, wasAccepted, isPaid })

  test('an order cancelled before acceptance sends none', () => {
    for (const from of ['pending', 'failed'] as const) expect(step(from, 'cancelled', false)).toEqual([])
    expect(step('on-hold', 'cancelled', true)).toEqual(['order-cancelled', 'shop-order-cancelled'])
  })

  test('an order is confirmed once: when it is accepted', () => {
    const statuses = Object.keys(statusNames) as OrderStatus[]
    for (const from of statuses) {
      for (const to of statuses) expect(step(from, to, true)).not.toContain('order-confirmation')
    }
    expect(step('pending', 'processing', false, true)).toEqual(['order-confirmation', 'new-order'])
    expect(step('pending', 'on-hold', false)).toEqual(['order-confirmation', 'new-order'])
  })

  test('a later payment is confirmed, too', () => {
    expect(step('on-hold', 'processing', true, true)).toEqual(['payment-received', 'shop-payment-received'])
    expect(step('processing', 'on-hold', true, true)).toEqual([])
  })
})
