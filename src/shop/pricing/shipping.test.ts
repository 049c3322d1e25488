import { describe, expect, test } from 'vitest'
import { recordedShopPricing } from '../../../test/support/recorded-shop-pricing.ts'
import { canadianShipping } from './canadian-pricing.ts'
import { postcodeRuleProblem } from './match-postcode.ts'
import {
  centsToFreeShipping,
  explainRates,
  ratesFor,
  type ShippingConfig,
  selectedRate,
  zonesOfCountry,
} from './shipping.ts'

const ontario = { country: 'CA', state: 'ON' }
const pack = (goodsCents: number) => ({ itemsCents: goodsCents })
const ids = (goodsCents: number, config: ShippingConfig = canadianShipping, to = ontario) =>
  ratesFor(pack(goodsCents), to, config).map((rate) => rate.id)

describe('rates', () => {
  test('free shipping is offered from its threshold on, and first', () => {
    expect(ids(7499)).toEqual(['flat_rate:1'])
    expect(ids(7500)).toEqual(['free_shipping:2', 'flat_rate:1'])
  })

  test('a rate says what it is and what it costs', () => {
    expect(ratesFor(pack(1000), ontario, canadianShipping)).toEqual([
      { id: 'flat_rate:1', methodId: 'flat_rate', instanceId: 1, title: 'Flat rate', costCents: 995, taxable: true },
    ])
  })

  test('outside every zone there is no rate', () => {
    expect(ids(9000, canadianShipping, { country: 'US', state: 'NY' })).toEqual([])
    expect(ratesFor(pack(9000), null, canadianShipping)).toEqual([])
  })

  test('a zone can hold a few provinces only, and the first that fits counts', () => {
    const [canada] = canadianShipping.zones
    if (!canada) throw new Error('the shop ships to Canada')
    const north = {
      name: 'The North',
      locations: ['NT', 'NU', 'YT'].map((state) => ({ type: 'state' as const, code: `CA:${state}` })),
      methods: [{ kind: 'flat_rate' as const, instanceId: 7, title: 'By air', costCents: 2995, taxable: true }],
    }
    const config = { zones: [north, canada] }
    expect(ids(9000, config, { country: 'CA', state: 'NU' })).toEqual(['flat_rate:7'])
    expect(ids(1000, config)).toEqual(['flat_rate:1'])
  })
})

describe('the chosen rate', () => {
  test('[the recorded choice] the selected rate is retained while available, else the first', () => {
    const offered = (goodsCents: number) => ratesFor(pack(goodsCents), ontario, recordedShopPricing.shipping)
    expect(selectedRate(offered(12206), null)?.id).toBe('flat_rate:1')
    expect(selectedRate(offered(12206), 'local_pickup:3')?.id).toBe('local_pickup:3')
    expect(selectedRate(offered(12206), 'flat_rate:99')?.id).toBe('flat_rate:1')
    expect(selectedRate(offered(6103), 'free_shipping:2')?.id).toBe('flat_rate:1')
    expect(selectedRate([], 'flat_rate:1')).toBeNull()
  })
})

describe('how far to free shipping', () => {
  test('counts down to 0 and stays there', () => {
    const gap = (goodsCents: number) => centsToFreeShipping(pack(goodsCents), ontario, canadianShipping)
    expect([0, 7499, 7500, 9000].map(gap)).toEqual([7500, 1, 0, 0])
  })

  test('is not promised where it is not offered', () => {
    expect(centsToFreeShipping(pack(0), { country: 'US', state: 'NY' }, canadianShipping)).toBeNull()
    expect(centsToFreeShipping(pack(0), ontario, { zones: [] })).toBeNull()
  })
})

describe('a flat rate with a formula', () => {
  const toOntario = { country: 'CA', state: 'ON' }
  const items = [
    { shippingClass: '', quantity: 2, itemsCents: 3000 },
    { shippingClass: 'fragile', quantity: 1, itemsCents: 6000 },
    { shippingClass: 'bulky', quantity: 3, itemsCents: 1000 },
  ]
  const costs = (method: Partial<Extract<ShippingConfig['zones'][0]['methods'][0], { kind: 'flat_rate' }>>) =>
    ratesFor({ itemsCents: 10_000, items }, toOntario, {
      zones: [
        {
          name: 'Canada',
          locations: [{ type: 'country', code: 'CA' }],
          methods: [{ kind: 'flat_rate', instanceId: 1, title: 'Post', costCents: 995, taxable: true, ...method }],
        },
      ],
    }).map((rate) => rate.costCents)

  test('by pieces and by a share of the goods', () => {
    expect(costs({ cost: '5 + 1.50 * [qty]' })).toEqual([1400])
    expect(costs({ cost: '[fee percent="10" min_fee="4"]' })).toEqual([1000])
  })

  test('a surcharge per shipping class, or only the highest', () => {
    const classCosts = { fragile: '4', bulky: '2 * [qty]', '': '1' }
    expect(costs({ classCosts })).toEqual([995 + 400 + 600 + 100])
    expect(costs({ classCosts, classRule: 'most-expensive' })).toEqual([995 + 600])
  })

  test('one with an invalid formula is not offered', () => {
    expect(costs({ cost: '5 +' })).toEqual([])
    expect(costs({ classCosts: { bulky: 'many' } })).toEqual([])
  })
})

const country = (code: string) => ({ type: 'country', code }) as const
const postcode = (code: string) => ({ type: 'postcode', code }) as const

describe('zones by postal code', () => {
  const pickup = (instanceId: number) =>
    ({ kind: 'local_pickup', instanceId, title: 'Pickup', costCents: 0, taxable: false }) as const
  const config: ShippingConfig = {
    zones: [
      { name: 'Victoria', locations: [country('CA'), postcode('V8*'), postcode('V9A 1A1')], methods: [pickup(1)] },
      { name: 'Los Angeles', locations: [country('US'), postcode('90210...90299')], methods: [pickup(2)] },
      { name: 'Everywhere', locations: [], methods: [pickup(3)] },
    ],
  }
  test.each([
    ['CA', 'V8W 1P6', 1],
    ['CA', 'v8w1p6', 1],
    ['CA', 'V9A-1A1', 1],
    ['CA', 'V9A 1A2', 3],
    ['CA', '', 3],
    ['US', '90210', 2],
    ['US', '90300', 3],
    ['US', '9021O', 3],
    ['FR', '75001', 3],
    ['US', '90210-1234', 2],
  ])('%s %s is in zone %i', (country, postcode, zone) => {
    const [rate] = ratesFor({ itemsCents: 100 }, { country, state: '', postcode }, config)
    expect(rate?.instanceId).toBe(zone)
  })
})

describe('which zone an address is in', () => {
  const state = (code: string) => ({ type: 'state', code }) as const
  const continent = (code: string) => ({ type: 'continent', code }) as const
  const zone = (name: string, ...locations: ShippingConfig['zones'][0]['locations'][number][]) => ({
    name,
    locations,
    methods: [],
  })
  const config: ShippingConfig = {
    zones: [
      zone('Halifax', state('CA:NS'), state('CA:NB'), postcode('B3*'), postcode('B4A 1A1...B4A 9Z9')),
      zone('Downtown', state('CA:QC'), postcode('H2X...H3A')),
      zone('Quebec and France', state('CA:QC'), country('FR')),
      zone('Canada', country('CA')),
      zone('Southern neighbours', country('US'), country('MX'), postcode('90210...90299')),
      zone('Europe', continent('EU')),
      zone('A code anywhere', postcode('1010')),
      { ...zone('Rest of the world'), id: 0 },
    ],
  }
  test.each([
    ['CA', 'NS', 'B3H 4R2', 'Halifax'],
    ['CA', 'NS', 'B4A 3M9', 'Halifax'],
    ['CA', 'NS', 'B4B 1A1', 'Canada'],
    ['CA', 'NB', 'b3h4r2', 'Halifax'],
    ['CA', 'NS', '', 'Canada'],
    ['CA', 'QC', 'H2W 9Z9', 'Quebec and France'],
    ['CA', 'QC', 'H2X 1Y4', 'Downtown'],
    ['CA', 'QC', 'h3a-9z9', 'Downtown'],
    ['CA', 'QC', 'H3B 1A1', 'Quebec and France'],
    ['CA', 'ON', 'H2X 1Y4', 'Canada'],
    ['CA', '', '', 'Canada'],
    ['FR', '', '75001', 'Quebec and France'],
    ['FR', 'QC', '75001', 'Quebec and France'],
    ['US', 'CA', '90211', 'Southern neighbours'],
    ['US', 'CA', '90300', 'Rest of the world'],
    ['DE', '', '10115', 'Europe'],
    ['AT', '', '1010', 'Europe'],
    ['NZ', '', '1010', 'A code anywhere'],
    ['NZ', '', '1011', 'Rest of the world'],
    ['', '', '', 'Rest of the world'],
  ])('%s %s %s: %s', (code, province, postalCode, name) => {
    const region = { country: code, state: province, postcode: postalCode }
    expect(explainRates({ itemsCents: 100 }, region, config).zone?.name).toBe(name)
  })

  test('without an address there is none, and a country is in all up to the first that has all of it', () => {
    expect(explainRates({ itemsCents: 100 }, null, config).zone).toBeUndefined()
    const zonesOf = (code: string) => zonesOfCountry(code, config).map(({ name }) => name)
    expect(zonesOf('CA')).toEqual(['Halifax', 'Downtown', 'Quebec and France', 'Canada'])
    expect(zonesOf('FR')).toEqual(['Quebec and France'])
    expect(zonesOfCountry('CA', { zones: [zone('Quebec', state('CA:QC'))] })).toEqual([])
  })

  test.each(['H2X', 'h2x 1y4', 'V8*', '90210...90299', 'B4A 1A1...B4A 9Z9', 'H2X...H3A'])('%s is a rule', (rule) => {
    expect(postcodeRuleProblem(rule)).toBeNull()
  })
  test.each(['', '*', 'V*8', 'H2X…H3A', '90299...90210', 'H3A...H2X', '1...2...3', '...', 'Montréal'])(
    '“%s” is none, and a sentence says so',
    (rule) => {
      expect(postcodeRuleProblem(rule)).toMatch(/\.$/)
    },
  )
})

describe('why a method is not offered', () => {
  const reasons = (method: ShippingConfig['zones'][0]['methods'][0], parcel = {}) =>
    explainRates({ itemsCents: 5000, subtotalCents: 8000, items: [], ...parcel }, ontario, {
      zones: [{ name: 'Everywhere', locations: [], methods: [method] }],
    }).outcomes.map(({ costCents, reason }) => reason ?? costCents)
  const base = { instanceId: 1, title: 'One' }

  test('the minimum is for the amount after discounts, unless they are ignored', () => {
    const free = { ...base, kind: 'free_shipping', minAmountCents: 7500 } as const
    expect(reasons(free)).toEqual(['The minimum amount is not reached.'])
    expect(reasons({ ...free, ignoresDiscounts: true })).toEqual([0])
    expect(reasons({ ...free, requires: 'coupon' })).toEqual(['A coupon for free shipping is needed.'])
  })

  test('a flat rate without any cost is not offered, with a cost of nothing it is', () => {
    const flat = { ...base, kind: 'flat_rate', costCents: 0, taxable: true, classCosts: { bulky: '4' } } as const
    const parcel = (shippingClass: string) => ({ items: [{ shippingClass, quantity: 1, itemsCents: 5000 }] })
    expect(reasons({ ...flat, cost: '' }, parcel(''))).toEqual(['It has no cost.'])
    expect(reasons({ ...flat, cost: '' }, parcel('bulky'))).toEqual([400])
    expect(reasons({ ...flat, cost: 'lots' }, parcel(''))).toEqual([
      'Its cost is not a valid formula, or above a million dollars.',
    ])
    expect(reasons(flat, parcel(''))).toEqual([0])
  })

  test('by weight, in kilograms', () => {
    const items = [{ shippingClass: '', quantity: 2, itemsCents: 5000, weightGrams: 1200 }]
    const flat = { ...base, kind: 'flat_rate', costCents: 0, taxable: true, cost: '5 + 2.50 * [weight]' } as const
    expect(reasons(flat, { items })).toEqual([800])
  })
})
