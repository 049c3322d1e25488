import { describe, expect, test } from 'vitest'
import { assess, type FraudAction, type FraudFacts, type FraudRules } from './fraud-rules.ts'
import { fraudDefaults, noFraudRules } from './settings.ts'

const card = { fingerprint: 'fp_1', country: 'CA', postalCheck: null }
const usual: FraudFacts = {
  totalCents: 5000,
  isFirstOrder: false,
  billingCountry: 'CA',
  shippingCountry: 'CA',
  card,
  ordersWithCard: 1,
  cardsTried: 1,
  triesOfCard: 1,
  cardsOfNetwork: 1,
  ordersToAddress: 1,
  ordersOfBuyer: 1,
}
const withAction = (action: FraudAction): FraudRules =>
  Object.fromEntries(
    Object.entries(fraudDefaults.fraudRules).map(([id, rule]) => [id, { ...rule, action }]),
  ) as unknown as FraudRules

describe('[PAY-15 velocity, card testing, mismatch] fraud rules', () => {
  test('let a usual order through, and everything while they are off', () => {
    expect(assess(usual, withAction('block'))).toEqual({ action: 'off', reasons: [] })
    const worst = {
      ...usual,
      isFirstOrder: true,
      totalCents: 1e9,
      ordersWithCard: 99,
      cardsTried: 99,
      shippingCountry: 'NG',
    }
    expect(assess(worst, noFraudRules)).toEqual({ action: 'off', reasons: [] })
  })

  test.each<[string, Partial<FraudFacts>, Partial<FraudFacts>]>([
    ['cardVelocity', { ordersWithCard: 5 }, { ordersWithCard: 6 }],
    ['cardTesting', { cardsTried: 3 }, { cardsTried: 4 }],
    ['cardTesting', { triesOfCard: 6 }, { triesOfCard: 7 }],
    ['cardTesting', { cardsOfNetwork: 9 }, { cardsOfNetwork: 10 }],
    ['addressVelocity', { ordersToAddress: 5 }, { ordersToAddress: 6 }],
    ['accountVelocity', { ordersOfBuyer: 5 }, { ordersOfBuyer: 6 }],
    ['countryMismatch', { shippingCountry: '' }, { shippingCountry: 'US' }],
    ['countryMismatch', { card: { ...card, country: null } }, { card: { ...card, country: 'US' } }],
    ['postalMismatch', { card: { ...card, postalCheck: 'unavailable' } }, { card: { ...card, postalCheck: 'fail' } }],
    ['firstOrder', { isFirstOrder: true, totalCents: 30_000 }, { isFirstOrder: true, totalCents: 30_001 }],
    ['firstOrder', { totalCents: 90_000 }, { isFirstOrder: true, totalCents: 90_000 }],
  ])('%s applies above its limit only', (rule, within, above) => {
    expect(assess({ ...usual, ...within }, withAction('block')).action).toBe('off')
    const { action, reasons } = assess({ ...usual, ...above }, withAction('block'))
    expect([action, reasons.map((reason) => reason.rule)]).toEqual(['block', [rule]])
    expect(reasons[0]?.text).toMatch(/^[A-Z0-9].*\.$/)
  })

  test('the strictest of several decides, and all are told', () => {
    const rules: FraudRules = {
      ...noFraudRules,
      countryMismatch: { action: 'review' },
      firstOrder: { action: 'challenge', aboveCents: 100 },
    }
    const { action, reasons } = assess({ ...usual, isFirstOrder: true, shippingCountry: 'US' }, rules)
    expect(action).toBe('challenge')
    expect(reasons.map((reason) => [reason.rule, reason.action])).toEqual([
      ['countryMismatch', 'review'],
      ['firstOrder', 'challenge'],
    ])
  })

  test('every rule is on out of the box; only what nobody honest does is stopped', () => {
    const rules = fraudDefaults.fraudRules
    expect(Object.values(rules).filter(({ action }) => action === 'off')).toEqual([])
    const busy = { ...usual, isFirstOrder: true, totalCents: 1e9, shippingCountry: 'US' }
    const often = { ordersWithCard: 99, ordersToAddress: 99, ordersOfBuyer: 99 }
    expect(assess({ ...busy, ...often, cardsTried: 3, triesOfCard: 6 }, rules).action).toBe('note')
    for (const [facts, action] of [
      [{ cardsTried: 4 }, 'challenge'],
      [{ cardsTried: 6 }, 'challenge'],
      [{ cardsTried: 7 }, 'block'],
      [{ triesOfCard: 7 }, 'block'],
      [{ cardsOfNetwork: 10 }, 'challenge'],
      [{ cardsOfNetwork: 99 }, 'challenge'],
    ] as const)
      expect(assess({ ...usual, ...facts }, rules).action, JSON.stringify(facts)).toBe(action)
  })

  test('without a card there is nobody to authenticate: the order is reviewed', () => {
    const facts = { ...usual, card: null, isFirstOrder: true, totalCents: 90_000 }
    expect(assess(facts, withAction('challenge')).action).toBe('review')
  })
})
