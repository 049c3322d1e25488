import { cardError } from './api-error.ts'
import { brandOf, passesLuhn } from './browser/card-number.js'
import { amountOf, cardNumberOf, type Decline, type DeclineStep, declineOf, selectableDeclines } from './declines.ts'

/** Behaviour of a test card. Only brand and last four digits of its number are stored. */
export type CardBehaviour = {
  decline: Decline | null
  /**
   * `until-set-up`: authentication is required unless the card was saved with authentication. `impossible`: the device
   * has authenticated its owner, so a payment with its number is never authenticated again.
   */
  authentication: 'never' | 'until-set-up' | 'always' | 'impossible'
  /** The card can be saved although charges fail. */
  allowsSetup: boolean
  /** The charge succeeds and is then disputed. */
  dispute?: { reason: 'fraudulent' | 'product_not_received'; isInquiry: boolean }
  /**
   * A charge that is not paid immediately: `processing` until a tester finishes it, like bank debits, or `authorized`,
   * which is captured later whatever the intent's capture method.
   */
  charge?: 'processing' | 'authorized'
  /** The bank accepts the charge, and reports that the postal code does not match. */
  failsPostalCheck?: true
  /** Refunds remain pending until finished by a tester. */
  refundsArePending?: true
  /** The charge succeeds, and a later step is refused. */
  later?: { step: DeclineStep; decline: Decline }
}

const approved: CardBehaviour = { decline: null, authentication: 'never', allowsSetup: true }
const declining = (name: string): CardBehaviour => ({
  decline: declineOf(name),
  authentication: 'never',
  allowsSetup: false,
})
/** Properties of a card whose `later` step is refused: a capture needs an authorization first. */
const authorized = { capture: { charge: 'authorized' as const }, refund: {} }

/** The provider's test numbers. */
const knownCards: Record<string, CardBehaviour> = {
  '4242424242424242': approved,
  '4000056655665556': approved,
  '4000001240000000': approved,
  '5555555555554444': approved,
  '2223003122003222': approved,
  '5200828282828210': approved,
  '378282246310005': approved,
  '371449635398431': approved,
  '6011111111111117': approved,
  '3566002020360505': approved,
  '30569309025904': approved,
  '4000000000000002': declining('generic_decline'),
  '4000000000009995': declining('insufficient_funds'),
  '4000000000009987': declining('lost_card'),
  '4000000000009979': declining('stolen_card'),
  '4000000000006975': declining('card_velocity_exceeded'),
  '4100000000000019': declining('fraudulent'),
  '4000000000000069': declining('expired_card'),
  '4000000000000127': declining('incorrect_cvc'),
  '4000000000000119': declining('processing_error'),
  '4000000000000341': { decline: declineOf('generic_decline'), authentication: 'never', allowsSetup: true },
  '4000000000000259': { ...approved, dispute: { reason: 'fraudulent', isInquiry: false } },
  '4000000000002685': { ...approved, dispute: { reason: 'product_not_received', isInquiry: false } },
  '4000000000001976': { ...approved, dispute: { reason: 'fraudulent', isInquiry: true } },
  '4000000000000036': { ...approved, failsPostalCheck: true },
  '4000000000007726': { ...approved, refundsArePending: true },
  '4000000000006108': { ...approved, charge: 'processing' },
  '4000000000006207': { ...approved, charge: 'authorized' },
  '4000002500003155': { decline: null, authentication: 'until-set-up', allowsSetup: true },
  '4000002760003184': { decline: null, authentication: 'always', allowsSetup: true },
  '4000000000003220': { decline: null, authentication: 'always', allowsSetup: true },
  '4000008260003178': { decline: declineOf('insufficient_funds'), authentication: 'always', allowsSetup: true },
  '4506445006931933': approved,
  '4506445000009991': declining('insufficient_funds'),
}

/** The provider's numbers, and a number of this sandbox for each decline. The provider's numbers have precedence. */
const behaviours: Record<string, CardBehaviour> = {
  ...Object.fromEntries(
    selectableDeclines.map(({ name, step, decline }, place): [string, CardBehaviour] => [
      cardNumberOf(place),
      step === 'charge' ? declining(name) : { ...approved, ...authorized[step], later: { step, decline } },
    ]),
  ),
  ...knownCards,
}

/** How each decline is selected, for the control page: by card number, or by amount in cents. */
export const declineTable = selectableDeclines.map(({ name, step, decline }, place) => {
  const known = Object.entries(knownCards).find(([, card]) => card.decline === decline && !card.allowsSetup)
  return { name, step, number: known?.[0] ?? cardNumberOf(place), amountCents: amountOf(place) }
})

/** The provider's predefined names: `visa` in the payment method `pm_card_visa` and in the token `tok_visa`. */
const namedCards: Record<string, string> = {
  visa: '4242424242424242',
  mastercard: '5555555555554444',
  amex: '378282246310005',
  discover: '6011111111111117',
  jcb: '3566002020360505',
  interac: '4506445006931933',
  interacDeclined: '4506445000009991',
  chargeDeclined: '4000000000000002',
  chargeDeclinedInsufficientFunds: '4000000000009995',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeDeclinedIncorrectCvc: '4000000000000127',
  chargeDeclinedProcessingError: '4000000000000119',
  chargeCustomerFail: '4000000000000341',
  createDispute: '4000000000000259',
  createDisputeProductNotReceived: '4000000000002685',
  createDisputeInquiry: '4000000000001976',
  avsZipFail: '4000000000000036',
  ca: '4000001240000000',
  pendingRefund: '4000000000007726',
  processing: '4000000000006108',
  authorized: '4000000000006207',
  authenticationRequired: '4000002500003155',
  authenticationRequiredOnSetup: '4000002500003155',
  authenticationRequiredChargeDeclinedInsufficientFunds: '4000008260003178',
  threeDSecure2Required: '4000000000003220',
}

/** The country of the bank that issued a test card. */
export const issuerCountry = (number: string): string =>
  number === '4000001240000000' || brandOf(number) === 'interac' ? 'CA' : 'US'

/** The card number of a predefined name; names such as `decline_call_issuer` contain the name of a decline. */
export function testCardNumber(name: string): string | null {
  const decline = name.startsWith('decline_') ? name.slice('decline_'.length) : null
  const selected = decline === null ? undefined : declineTable.find((one) => one.name === decline)
  return selected?.number ?? namedCards[name] ?? null
}

export type WalletType = 'apple_pay' | 'google_pay'

/** A card in a wallet. The wallet sends either the card's number, or a number that belongs to the device. */
export type InWallet = { type: WalletType; isDeviceNumber: boolean }

/**
 * Parses the name of a card in a wallet: `google_pay` (a Visa), `google_pay_mastercard`. Google Pay sends the number of
 * the card unless the name begins with `google_pay_device`; Apple Pay always sends the device's number.
 */
export function walletCard(name: string): { wallet: InWallet; card: string } | null {
  const [, type, device, card] = /^(apple_pay|google_pay)(_device)?(?:_(\w+))?$/.exec(name) ?? []
  if (type !== 'apple_pay' && type !== 'google_pay') return null
  return { wallet: { type, isDeviceNumber: type === 'apple_pay' || device !== undefined }, card: card ?? 'visa' }
}

/** Names of cards in wallets and their outcomes, for the control page. */
export const walletTable = [
  ['tok_google_pay, tok_apple_pay', 'Visa, paid'],
  ['tok_google_pay_mastercard, …_amex, …_discover, …_jcb, …_interac', 'other networks'],
  ['tok_google_pay_chargeDeclined, tok_apple_pay_interacDeclined', 'declined when charged'],
  ['tok_google_pay_authenticationRequired', 'the bank asks after the wallet’s yes: it is the card’s own number'],
  [
    'tok_google_pay_device_authenticationRequired',
    'paid without a question: it is the device’s number, as Apple’s always is',
  ],
] as const

export type CardEntry = { number: string; expMonth: number; expYear: number; cvc: string | null }
export type CheckedCard = {
  brand: string
  last4: string
  expMonth: number
  expYear: number
  behaviour: CardBehaviour
}

/**
 * Validates a card as typed. Throws the provider's card error; real card numbers are rejected as in the provider's test
 * mode.
 */
export function checkCard(entry: CardEntry, now: Date): CheckedCard {
  const number = entry.number.replaceAll(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number)) {
    throw cardError('invalid_number', 'The card number is not a valid credit card number.', 'number')
  }
  if (!passesLuhn(number)) throw cardError('incorrect_number', 'Your card number is incorrect.', 'number')
  checkExpiry(entry, now)
  const brand = brandOf(number)
  const cvcPattern = brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (entry.cvc !== null && !cvcPattern.test(entry.cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  }
  const behaviour = behaviours[number]
  if (!behaviour) {
    const error = cardError('card_declined', 'Your card was declined. Only test cards work here.', 'number')
    error.body.decline_code = 'test_mode_live_card'
    throw error
  }
  return { brand, last4: number.slice(-4), expMonth: entry.expMonth, expYear: entry.expYear, behaviour }
}

function checkExpiry({ expMonth, expYear }: CardEntry, now: Date): void {
  if (expMonth < 1 || expMonth > 12) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  const year = now.getUTCFullYear()
  if (expYear < year || expYear > year + 50) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  if (expYear === year && expMonth < now.getUTCMonth() + 1) {
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
}
