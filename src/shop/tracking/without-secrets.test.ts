import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hrefs } from '../../platform/web/routes.ts'
import { sanitizeAttribution } from './attribution.ts'
import { updateVisitCookies } from './visit.ts'
import { withoutSecrets } from './without-secrets.ts'

const shop = 'https://tea.example'

test.each([
  [hrefs.orderReceived(7, 'wc_order_abc'), '/checkout/order-received/7/'],
  [hrefs.orderPay(7, 'wc_order_abc'), '/checkout/order-pay/7/?pay_for_order=true'],
  [hrefs.setPassword('abc'), '/my-account/lost-password/'],
  [hrefs.reviewForm('sencha', 'abc'), '/product/sencha/#review_form'],
  [hrefs.reviewPurchase(7, 'abc'), '/review-purchase/7/'],
  [hrefs.removeFromCart('abc', 'n0nce'), '/cart/?remove_item=abc'],
  [hrefs.comment({ kind: 'post', slug: 'spring' }, 1, 5, 'abc').split('#')[0] ?? '', '/blog/spring/?unapproved=5'],
  ['/?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2', '/?payment_intent=pi_1'],
  ['/#confirm-pi-pi_1_secret_2', '/'],
  ['/?%6Bey=abc&a=1', '/?a=1'],
  ['/?redirect_to=https%3A%2F%2Ftea.example%2Fx%3Fkey%3Dwc_order_abc&a=1', '/?a=1'],
  ['/?KEY=abc#key=abc', '/'],
])('%s is stored as %s', (url, stored) => {
  expect(withoutSecrets(shop + url)).toBe(shop + stored)
})

test.each(['/', '/shop/?orderby=price&utm_source=news%20letter&s=key#reviews', '/?a&b=&=c', '/?key', '(none)', ''])(
  '%s has no secret and stays unchanged',
  (address) => expect(withoutSecrets(address)).toBe(address),
)

test('[ATTR-01] no key reaches the tracking cookies or an order, however a form submits it', () => {
  const address = `${shop}${hrefs.orderReceived(7, 'wc_order_abc')}`
  const cookies = updateVisitCookies({
    cookies: {},
    url: address,
    referrer: `${address}&x=1`,
    userAgent: 'Firefox',
    now: new Date(0),
  })
  expect(JSON.stringify(cookies)).not.toContain('wc_order_abc')
  expect(cookies.sbjs_current_add).toContain(
    `ep=${shop}/checkout/order-received/7/|||rf=${shop}/checkout/order-received/7/?x=1`,
  )
  const kept = sanitizeAttribution({ session_entry: address, referrer: `${shop}/?k<b>ey=abc`, source_type: 'typein' })
  expect(kept).toEqual({
    source_type: 'typein',
    session_entry: `${shop}/checkout/order-received/7/`,
    referrer: `${shop}/`,
  })
})

test('for any URL, nothing is added and no key remains', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string(), (url, text) => {
      expect(url.length).toBeGreaterThanOrEqual(withoutSecrets(url).length)
      expect(withoutSecrets(text).length).toBeLessThanOrEqual(text.length)
      expect(withoutSecrets(`${url.split('#')[0]}?key=wc_order_1`)).not.toContain('wc_order_1')
    }),
  )
})
