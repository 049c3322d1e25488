import { brandNames } from '../../gateways/cards/saved-card.ts'

const statusTexts: Readonly<Record<string, string>> = {
  starting: 'Starting',
  requires_payment_method: 'Waiting for a card',
  requires_confirmation: 'Waiting for confirmation',
  requires_action: 'Waiting for bank authentication',
  processing: 'In progress',
  requires_capture: 'Authorised',
  succeeded: 'Received',
  canceled: 'Cancelled',
}

export const paymentStatusText = (status: string): string => statusTexts[status] ?? status

/** 'Visa ending in 4242'; '' without a card. */
export const cardName = (brand: string, last4: string): string =>
  last4 === '' ? '' : `${brandNames[brand] ?? brand} ending in ${last4}`
