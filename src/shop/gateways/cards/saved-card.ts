import type { ProviderCard } from '../stripe/stripe-cards.ts'

export type SavedCard = Pick<ProviderCard, 'paymentMethodId' | 'brand' | 'last4' | 'expMonth' | 'expYear'> & {
  readonly id: number
  readonly isDefault: boolean
}

export type CardChoice = {
  readonly cards: readonly SavedCard[]
  readonly saving: 'offered' | 'with-account' | 'never'
}

export const noCardChoice: CardChoice = { cards: [], saving: 'never' }

/** Cards per account: more than anyone carries, fewer than a card tester wants. */
export const MAX_SAVED_CARDS = 10

export const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  interac: 'Interac',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

/** 'Visa ending in 4242' */
export const cardName = ({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>): string =>
  `${Object.hasOwn(brandNames, brand) ? brandNames[brand] : 'Card'} ending in ${last4}`

type Expiry = Pick<SavedCard, 'expMonth' | 'expYear'>

/** '04/28' */
export const expiryText = ({ expMonth, expYear }: Expiry): string =>
  `${String(expMonth).padStart(2, '0')}/${String(expYear % 100).padStart(2, '0')}`

const SOON_MONTHS = 2

/** A card is valid until the end of its month, everywhere on earth. */
export function expiryState({ expMonth, expYear }: Expiry, now: Date): 'valid' | 'expires-soon' | 'expired' {
  // Twelve hours behind UTC the month ends last.
  const west = new Date(now.getTime() - 12 * 3_600_000)
  const monthsLeft = (expYear - west.getUTCFullYear()) * 12 + (expMonth - 1 - west.getUTCMonth())
  if (monthsLeft < 0) return 'expired'
  return monthsLeft < SOON_MONTHS ? 'expires-soon' : 'valid'
}

/** The card that is chosen at first: the default one, or else the first that has not expired. */
export function preselectedCard(cards: readonly SavedCard[], now: Date): SavedCard | null {
  const usable = cards.filter((card) => expiryState(card, now) !== 'expired')
  return usable.find((card) => card.isDefault) ?? usable[0] ?? null
}
