import type { CardDetails } from '../gateways/payment-intent.ts'

/** From the mildest. A `challenge` is 3D Secure for card payments, and more proof of work for offline orders. */
export const fraudActions = ['off', 'note', 'review', 'challenge', 'block'] as const
export type FraudAction = (typeof fraudActions)[number]

export type VelocityRule = { readonly action: FraudAction; readonly max: number; readonly hours: number }
export type MismatchRule = { readonly action: FraudAction }

type VelocityName = 'cardVelocity' | 'cardTesting' | 'addressVelocity' | 'accountVelocity'

/** `cardTesting`: different cards without a success; above twice `max`, a challenge becomes a block. */
export type FraudRules = Readonly<Record<VelocityName, VelocityRule>> &
  Readonly<Record<'countryMismatch' | 'postalMismatch', MismatchRule>> & {
    /** Applies to a customer's first order above this amount, in cents of the shop's currency. */
    readonly firstOrder: { readonly action: FraudAction; readonly aboveCents: number }
  }

export type FraudRuleId = keyof FraudRules

export type CardFacts = Readonly<Pick<CardDetails, 'fingerprint' | 'country' | 'postalCheck'>>

type FraudCount =
  | 'ordersWithCard'
  | 'cardsTried'
  | 'triesOfCard'
  | 'cardsOfNetwork'
  | 'ordersToAddress'
  | 'ordersOfBuyer'

/**
 * Input of the rules. Counts include this order and cover the hours of their rule. `cardsTried`, `triesOfCard` and
 * `cardsOfNetwork` count cards that have not paid: of this customer or cart, and of the customer's network.
 */
export type FraudFacts = Readonly<Record<FraudCount, number>> & {
  readonly totalCents: number
  readonly isFirstOrder: boolean
  readonly billingCountry: string
  readonly shippingCountry: string
  /** Null for a payment without a card. */
  readonly card: CardFacts | null
  /** Paid without the provider: by transfer, by cheque, on delivery. */
  readonly isOffline?: boolean
}

export type FraudReason = { readonly rule: FraudRuleId; readonly action: FraudAction; readonly text: string }
export type FraudAssessment = { readonly action: FraudAction; readonly reasons: readonly FraudReason[] }

export function assess(facts: FraudFacts, rules: FraudRules): FraudAssessment {
  const reasons = Object.entries(findings(facts, rules)).flatMap(([id, text]): FraudReason[] => {
    const rule = id as FraudRuleId
    const isTested = rule === 'cardTesting' && isCardTesting(facts, rules.cardTesting)
    const action = isTested ? 'block' : possibleAction(rules[rule].action, facts)
    return text === null || action === 'off' ? [] : [{ rule, action, text }]
  })
  return { action: strictest(reasons.map(({ action }) => action)), reasons }
}

/** A challenge suffices for honest shoppers with several cards; many more attempts are blocked. */
const isCardTesting = ({ cardsTried, triesOfCard }: FraudFacts, { action, max }: VelocityRule): boolean =>
  action === 'challenge' && Math.max(cardsTried, triesOfCard) > 2 * max

/** Only cards can be authenticated, only offline orders need proof of work; other payments are reviewed. */
const possibleAction = (action: FraudAction, { card, isOffline }: FraudFacts): FraudAction =>
  action === 'challenge' && card === null && !isOffline ? 'review' : action

/** Switches off the card rules: a customer whose cards were declined may well choose a bank transfer. */
export const rulesWithoutCard = (rules: FraudRules): FraudRules => ({
  ...rules,
  cardVelocity: { ...rules.cardVelocity, action: 'off' },
  cardTesting: { ...rules.cardTesting, action: 'off' },
  postalMismatch: { action: 'off' },
})

export const strictest = (actions: readonly FraudAction[]): FraudAction =>
  fraudActions.findLast((action) => actions.includes(action)) ?? 'off'

function findings(facts: FraudFacts, rules: FraudRules): Readonly<Record<FraudRuleId, string | null>> {
  const { card } = facts
  return {
    cardVelocity: tooMany(facts.ordersWithCard, rules.cardVelocity, 'orders with this card'),
    cardTesting:
      tooMany(facts.cardsTried, rules.cardTesting, 'cards tried by this customer') ??
      tooMany(facts.triesOfCard, doubled(rules.cardTesting), 'attempts with this card') ??
      tooMany(facts.cardsOfNetwork, tripled(rules.cardTesting), 'cards tried from this network'),
    addressVelocity: tooMany(facts.ordersToAddress, rules.addressVelocity, 'orders to this address'),
    accountVelocity: tooMany(facts.ordersOfBuyer, rules.accountVelocity, 'orders of this customer'),
    countryMismatch: countryMismatch(facts),
    postalMismatch: card?.postalCheck === 'fail' ? POSTAL_MISMATCH : null,
    firstOrder:
      facts.isFirstOrder && facts.totalCents > rules.firstOrder.aboveCents
        ? 'The first order of this customer is above your limit.'
        : null,
  }
}

/** Buyers mistype one card more often than they try several. */
const doubled = (rule: VelocityRule): VelocityRule => ({ ...rule, max: 2 * rule.max })
/** An office, or the customers of a mobile network, share one address. */
const tripled = (rule: VelocityRule): VelocityRule => ({ ...rule, max: 3 * rule.max })

export const POSTAL_MISMATCH = 'The bank says that the postal code is not the cardholder’s.'

const tooMany = (count: number, { max, hours }: VelocityRule, what: string): string | null =>
  count > max ? `${count} ${what} within ${hours === 1 ? 'an hour' : `${hours} hours`}; ${max} are usual.` : null

function countryMismatch({ billingCountry, shippingCountry, card }: FraudFacts): string | null {
  const countries = [
    ['bills to', billingCountry],
    ['ships to', shippingCountry],
    ['has a card from', card?.country ?? ''],
  ].filter(([, country]) => country !== '')
  const isOne = new Set(countries.map(([, country]) => country)).size <= 1
  return isOne ? null : `The order ${countries.map(([verb, country]) => `${verb} ${country}`).join(', ')}.`
}

export const hasRules = (rules: FraudRules): boolean => Object.values(rules).some(({ action }) => action !== 'off')
