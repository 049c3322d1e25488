import { describe, expect, test } from 'vitest'
import { recordedShopPricing } from '../test/support/recorded-shop-pricing.ts'
import { defaultGateways, type Gateways, paymentMethodsText } from './shop/payment-methods/payment-methods.ts'
import { canadianShipping } from './shop/pricing/canadian-pricing.ts'
import { pickupText } from './shop/pricing/shipping.ts'
import { shopShortcodes } from './shortcodes.ts'
import { expandShortcodes } from './site/content/expand-text.ts'

const gateways = (changes: Partial<Gateways> = {}): { gateways: Gateways } => ({
  gateways: { ...defaultGateways, ...changes },
})

describe('what a page says of the shop', () => {
  test('follows whether pickup is offered, and to whom', () => {
    expect(pickupText(canadianShipping)).toBe('We do not offer pickup.')
    expect(pickupText(recordedShopPricing.shipping)).toBe(
      'You can also pick up your order: choose “Local pickup” in the cart or at the checkout.',
    )
    const [pickup] = recordedShopPricing.shipping.zones[0]?.methods.filter(({ kind }) => kind === 'local_pickup') ?? []
    const zones = [
      { name: 'Ontario', locations: [{ type: 'state' as const, code: 'CA:ON' }], methods: pickup ? [pickup] : [] },
      ...canadianShipping.zones,
    ]
    expect(pickupText({ zones })).toContain('(for addresses in Ontario)')
  })

  test('names the enabled payment methods', () => {
    expect(paymentMethodsText(gateways())).toBe('by card, with Google Pay or with Apple Pay')
    const { bacs, cheque, cod, stripe_cc: card, stripe_googlepay: google, stripe_applepay: apple } = defaultGateways
    const on = { enabled: true }
    expect(paymentMethodsText(gateways({ bacs: { ...bacs, ...on } }))).toBe(
      'by card, with Google Pay, with Apple Pay or by bank transfer',
    )
    const pickup = { ...cod, ...on, shippingMethods: ['local_pickup'] }
    const all = { bacs: { ...bacs, ...on }, cheque: { ...cheque, ...on }, cod: pickup }
    expect(paymentMethodsText(gateways(all))).toBe(
      'by card, with Google Pay, with Apple Pay, by bank transfer, by cheque or when you pick up your order',
    )
    const { shippingMethods: _, ...delivery } = pickup
    const off = { enabled: false }
    const none = {
      stripe_cc: { ...card, ...off },
      stripe_googlepay: { ...google, ...off },
      stripe_applepay: { ...apple, ...off },
    }
    expect(paymentMethodsText(gateways({ ...none, cod: { ...delivery, shippingMethods: [] } }))).toBe('on delivery')
    expect(paymentMethodsText(gateways(none))).toBe('as we agree with you')
  })

  test('is escaped, and other text in brackets is unchanged', () => {
    const zones = [
      {
        name: 'All',
        locations: [{ type: 'country' as const, code: 'CA' }],
        methods: [
          { ...({ kind: 'local_pickup', instanceId: 1, costCents: 0, taxable: false } as const), title: '<b>Here</b>' },
        ],
      },
    ]
    const shortcodes = shopShortcodes({
      pricing: () => ({ ...recordedShopPricing, shipping: { ...recordedShopPricing.shipping, zones } }),
      settings: () => ({
        ...gateways(),
        orderAttribution: true,
        currencies: [],
        fraudDetection: { beaconKey: '' },
      }),
    })
    const html = expandShortcodes('<p>[pickup] [sic] [payment_methods]</p>', shortcodes)
    expect(html).toContain('“&#60;b&#62;Here&#60;/b&#62;”')
    expect(html).toContain('[sic] by card, with Google Pay or with Apple Pay</p>')
  })
})
