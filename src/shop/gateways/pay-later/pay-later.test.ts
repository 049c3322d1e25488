import { describe, expect, test } from 'vitest'
import { availableGateways, defaultGateways, type GatewayId } from '../../payment-methods/payment-methods.ts'
import { isEligible, limitsIn, payLaterCardText, payLaterText, planText } from './pay-later.ts'

const afterpay = { CAD: { minCents: 100, maxCents: 200_000 } }

describe('whether a total can be paid later', () => {
  test.each([
    [99, false],
    [100, true],
    [200_000, true],
    [200_001, false],
    [0, false],
    [-100, false],
  ])('[BNPL-01 between minimum and maximum] %i cents: %s', (cents, eligible) => {
    expect(isEligible(cents, limitsIn(afterpay, 'CAD'))).toBe(eligible)
  })

  test('[BNPL-01 unknown currency] both limits are 0, so nothing is eligible', () => {
    for (const currency of ['EUR', 'cad', '', 'constructor', '__proto__']) {
      expect(limitsIn(afterpay, currency)).toEqual({ minCents: 0, maxCents: 0 })
      for (const cents of [0, 1, 100, 5000]) expect(isEligible(cents, limitsIn(afterpay, currency))).toBe(false)
    }
  })

  test('without a maximum everything from the minimum on is eligible', () => {
    const limits = { minCents: 0, maxCents: null }
    expect([0, 1, 99_999_999].map((cents) => isEligible(cents, limits))).toEqual([false, true, true])
  })
})

describe('what pages say', () => {
  const terms = {
    name: 'Afterpay',
    instalments: 4,
    currency: 'CAD',
    hidesIneligible: false,
    limits: { minCents: 100, maxCents: 200_000 },
  }

  test('names what each payment is, and they add up to the total', () => {
    expect(payLaterText(terms, 5000)).toBe('4 payments of $12.50 with Afterpay.')
    expect(payLaterText(terms, 7795)).toBe('4 payments of $19.49 (the last is $19.48) with Afterpay.')
    expect(payLaterText(terms, 4997)).toBe('4 payments of $12.49 (the last is $12.50) with Afterpay.')
    expect(payLaterText(terms, 4998)).toBe('4 payments of $12.50 (the last is $12.48) with Afterpay.')
    for (let cents = 100; cents < 600; cents += 1) {
      const named = [...planText(4, cents, 'CAD').matchAll(/\$([\d.]+)/g)].map(([, amount]) =>
        Math.round(Number(amount) * 100),
      )
      const [each = 0, last = each] = named
      expect(each * 3 + last).toBe(cents)
      expect(Math.abs(each - last)).toBeLessThanOrEqual(2)
    }
  })

  test('says nothing of amounts that the provider sets out', () => {
    expect(payLaterText({ ...terms, name: 'Klarna', instalments: null }, 5000)).toBe(
      'Pay later or over time with Klarna.',
    )
  })

  test('on a card names no amount where sizes have several prices', () => {
    expect(payLaterCardText(terms, 5000, 5000)).toBe('4 payments of $12.50 with Afterpay.')
    expect(payLaterCardText(terms, 500, 5000)).toBe('Pay in 4 payments with Afterpay.')
    expect(payLaterCardText(terms, 50, 5000)).toBe('Afterpay is available for orders from $1 to $2,000.')
    expect(payLaterCardText({ ...terms, hidesIneligible: true }, 50, 5000)).toBe('')
    expect(payLaterCardText({ ...terms, instalments: null }, 500, 5000)).toBe('Pay later or over time with Afterpay.')
  })

  test('names the limits of an amount outside them, unless that is hidden', () => {
    expect(payLaterText(terms, 99)).toBe('Afterpay is available for orders from $1 to $2,000.')
    expect(payLaterText({ ...terms, limits: { minCents: 5050, maxCents: null } }, 99)).toBe(
      'Afterpay is available for orders from $50.50.',
    )
    expect(payLaterText({ ...terms, hidesIneligible: true }, 99)).toBe('')
    expect(payLaterText({ ...terms, limits: { minCents: 0, maxCents: 0 } }, 5000)).toBe('')
  })
})

describe('countries', () => {
  const enabled = Object.fromEntries(
    Object.entries(defaultGateways).map(([id, settings]) => [id, { ...settings, enabled: true }]),
  ) as unknown as typeof defaultGateways
  const payable = {
    rateId: null,
    totalCents: 10_000,
    currency: 'CAD',
    billingCountry: 'CA',
    shopCountry: 'CA',
  }
  const offered = (changes: Partial<typeof payable>): GatewayId[] =>
    availableGateways({ gateways: enabled }, { ...payable, ...changes }).filter((id) =>
      /afterpay|klarna|affirm/.test(id),
    )
  const [ap, kl, af] = ['stripe_afterpay', 'stripe_klarna', 'stripe_affirm'] as const

  test.each([
    ['at home', {}, [ap, kl, af]],
    ['while the payer is unknown', { billingCountry: '' }, [ap, kl, af]],
    ['a payer abroad', { billingCountry: 'US' }, [ap]],
    ['a shop elsewhere', { shopCountry: 'US' }, []],
    ['in US dollars', { currency: 'USD', shopCountry: 'US', billingCountry: 'US' }, [ap, kl, af]],
    ['in euros, within Europe', { currency: 'EUR', shopCountry: 'CH', billingCountry: 'DE' }, [kl]],
    ['in euros, to a payer outside', { currency: 'EUR', shopCountry: 'DE', billingCountry: 'CA' }, []],
    ['in pounds', { currency: 'GBP', shopCountry: 'GB', billingCountry: 'GB' }, [ap, kl]],
    ['below all limits', { totalCents: 49 }, [kl]],
    ['above all limits', { totalCents: 3_000_001 }, [kl]],
  ])('%s', (_name, changes, expected) => {
    expect(offered(changes)).toEqual(expected)
  })

  test('none is on in a new shop', () => {
    expect([ap, kl, af].map((id) => defaultGateways[id].enabled)).toEqual([false, false, false])
  })
})
