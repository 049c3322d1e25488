import { expiryState } from '../gateways/cards/saved-card.ts'
import { findCard } from '../gateways/cards/saved-cards.store.ts'
import type { PaymentData } from '../gateways/payment-method.ts'
import type { Order } from '../orders/orders.store.ts'
import { providerPayment } from '../payment-methods/payment-methods.ts'
import type { OrderingContext } from '../risk/context.ts'

export type PaymentSource = {
  readonly paymentMethodId: string
  readonly userId: number | null
  readonly isSaved: boolean
  readonly wantsSaving: boolean
}

/** An attempt to pay an order; `signal` limits how long the shopper waits. */
export type PaymentAttempt = {
  readonly shop: OrderingContext
  readonly order: Order
  readonly source: PaymentSource
  readonly signal: AbortSignal
}

type SourceResult =
  | { readonly ok: true; readonly source: PaymentSource }
  | { readonly ok: false; readonly text: string }

export const CARD_NOT_SAVED =
  'This card is no longer saved in your account. Nothing was charged. Please choose another card.'
const CARD_EXPIRED = 'This saved card has expired. Nothing was charged. Please choose another card.'

/** A saved card must belong to the user, in whichever field it was sent. `method` null: nothing is paid. */
export async function paymentSourceOf(
  shop: OrderingContext,
  userId: number | null,
  method: string | null,
  data: PaymentData,
): Promise<SourceResult> {
  const payment = method === null ? null : providerPayment(method)
  const key = payment?.paymentMethodId(data) ?? ''
  const isSavedChosen = payment?.isSaved?.(data) ?? false
  const wantsSaving = payment?.savesMethod?.(data) ?? false
  const unsaved = { paymentMethodId: key, userId, isSaved: false, wantsSaving }
  if (key === '' || !payment) return { ok: true, source: unsaved }
  const provider = shop.payments.provider.name
  // A guest has no saved cards; `intentFor` refuses other customers' cards when it starts the payment.
  if (userId === null && !isSavedChosen) return { ok: true, source: unsaved }
  const card = await findCard(shop.db, key)
  if (!card && !isSavedChosen) return { ok: true, source: unsaved }
  if (!card || userId === null || card.customerId !== userId || card.provider !== provider)
    return { ok: false, text: CARD_NOT_SAVED }
  if (expiryState(card, shop.now()) === 'expired') return { ok: false, text: CARD_EXPIRED }
  return { ok: true, source: { ...unsaved, paymentMethodId: card.paymentMethodId, isSaved: true, wantsSaving: false } }
}

export const savesCardOf = (
  { wantsSaving, userId }: PaymentSource,
  { customerId, pendingAccount }: Pick<Order, 'customerId' | 'pendingAccount'>,
): boolean => wantsSaving && (customerId === null ? pendingAccount !== null : customerId === userId)
