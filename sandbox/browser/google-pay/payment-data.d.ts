import type { WalletAddress, WalletCard } from './account.js'

type Selection = { card: WalletCard; address: WalletAddress | null; optionId: string | null }

export function allowedCards(request: object): WalletCard[]
export function allowedAddresses(request: object): WalletAddress[]
export function payerLine(request: object): string[]
export function lastDigits(card: Pick<WalletCard, 'number'>): string
export function intermediateData(
  callbackTrigger: string,
  selection: Selection,
): google.payments.api.IntermediatePaymentData
export function paymentData(request: object, selection: Selection, token: object): google.payments.api.PaymentData
