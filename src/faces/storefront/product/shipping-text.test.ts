import { expect, test } from 'vitest'
import type { ShippingConfig } from '../../../shop/pricing/shipping.ts'
import { shippingText } from './shipping-text.ts'

type Zone = ShippingConfig['zones'][number]
type Method = Zone['methods'][number]
const flat = { kind: 'flat_rate', instanceId: 1, title: 'Flat rate', costCents: 995, taxable: true } as const
const free = { kind: 'free_shipping', instanceId: 2, title: 'Free shipping' } as const
const canada = (...methods: Method[]): Zone => {
  return { name: 'Canada', locations: [{ type: 'country', code: 'CA' }], methods }
}
const text = (zones: readonly Zone[], ...classes: string[]) =>
  shippingText(
    { shipping: { zones } },
    'CA',
    (classes.length > 0 ? classes : ['']).map((shippingClass) => ({ shippingClass })),
    null,
  )
const inTheCart = 'Shipping is worked out in the cart.'

test('the flat rate, and from where on it is free', () => {
  expect(text([canada(flat, { ...free, minAmountCents: 7500 })])).toBe(
    '$9.95 shipping anywhere in Canada, free from $75.',
  )
  expect(text([canada({ ...free, minAmountCents: 7500, requires: 'coupon' }, flat)])).toBe(
    '$9.95 shipping anywhere in Canada.',
  )
})

test('a flat rate with a cost for the class of the product, or of a part of it, is not promised', () => {
  const surcharged = { ...flat, classCosts: { crates: '7', samples: '' } }
  expect(text([canada(surcharged)], 'crates')).toBe(inTheCart)
  expect(text([canada(surcharged)], '', 'crates')).toBe(inTheCart)
  expect(text([canada(surcharged)], '', 'samples')).toBe('$9.95 shipping anywhere in Canada.')
  expect(text([canada({ ...flat, classCosts: { '': '3' } })])).toBe(inTheCart)
})

test('a cost of nothing for a class is no cost', () => {
  for (const cost of ['0', '0.00'])
    expect(text([canada({ ...flat, classCosts: { '': cost } })])).toBe('$9.95 shipping anywhere in Canada.')
})

test('free shipping without a minimum is free, unless a rate before it is what the cart selects', () => {
  const always = { ...free, minAmountCents: 0 }
  const pickup = { kind: 'local_pickup', instanceId: 3, title: 'Pickup', costCents: 0, taxable: false } as const
  const coupon = { ...free, minAmountCents: 0, requires: 'coupon' } as const
  expect(text([canada(pickup, coupon, always, flat)])).toBe('Free shipping anywhere in Canada.')
  expect(text([canada(flat, always)])).toBe('$9.95 shipping anywhere in Canada, or free.')
  expect(text([canada({ ...flat, costCents: 0 }, always)])).toBe('Free shipping anywhere in Canada.')
  expect(text([canada({ ...flat, cost: '5 + [qty]' }, always)])).toBe(inTheCart)
})

test('a rate after a pickup, which the cart selects, is promised only if the pickup costs the same', () => {
  const pickup = { kind: 'local_pickup', instanceId: 3, title: 'Pickup', costCents: 0, taxable: false } as const
  const always = { ...free, minAmountCents: 0 }
  expect(text([canada(pickup, flat)])).toBe(inTheCart)
  expect(text([canada(pickup, flat, always)])).toBe(inTheCart)
  expect(text([canada(pickup, flat, { ...free, minAmountCents: 7500 })])).toBe(
    'Free shipping anywhere in Canada from $75.',
  )
  expect(text([canada({ ...pickup, costCents: 500 }, always)])).toBe(inTheCart)
  expect(text([canada({ ...pickup, costCents: 995 }, flat)])).toBe('$9.95 shipping anywhere in Canada.')
  expect(text([canada(flat, pickup)])).toBe('$9.95 shipping anywhere in Canada.')
})

test('a fixed rate after one that depends on the cart is not what the cart selects', () => {
  expect(text([canada({ ...flat, cost: '5 + [qty]' }, flat)])).toBe(inTheCart)
  expect(text([canada({ ...flat, cost: '5 + [qty]' }, { ...free, minAmountCents: 7500 })])).toBe(
    'Free shipping anywhere in Canada from $75.',
  )
})

test('an earlier zone that has a part of the country must promise the same', () => {
  const partly = (...locations: Zone['locations'][number][]): Zone => ({ name: 'Part', locations, methods: [] })
  const province = partly({ type: 'state', code: 'CA:QC' })
  expect(text([province, canada(flat)])).toBe(inTheCart)
  expect(text([partly({ type: 'country', code: 'CA' }, { type: 'postcode', code: 'H2X*' }), canada(flat)])).toBe(
    inTheCart,
  )
  const ontario = { ...canada(flat), locations: [{ type: 'state', code: 'CA:ON' }] } as const
  expect(text([ontario, canada(flat)])).toBe('$9.95 shipping anywhere in Canada.')
  expect(text([ontario, canada({ ...flat, costCents: 825 })])).toBe(inTheCart)
  expect(text([ontario])).toBe(inTheCart)
  expect(text([canada(flat), province])).toBe('$9.95 shipping anywhere in Canada.')
  expect(text([partly({ type: 'state', code: 'US:NY' }), canada(flat)])).toBe('$9.95 shipping anywhere in Canada.')
})

test('nothing is promised for a country that the shop does not ship to, whatever its zones say', () => {
  const promised = (shipsTo: 'everywhere' | string[]) =>
    shippingText({ shipping: { zones: [canada(flat)] }, shipsTo }, 'CA', [{ shippingClass: '' }], null)
  expect(promised(['US'])).toBe(inTheCart)
  for (const shipsTo of [['US', 'CA'], 'everywhere' as const])
    expect(promised(shipsTo)).toBe('$9.95 shipping anywhere in Canada.')
})
