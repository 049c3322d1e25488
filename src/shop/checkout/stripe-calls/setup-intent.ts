import type { Context } from 'hono'
import { z } from 'zod'
import { addressRateLimiter, type RateLimitRule, rateLimiter, strictest } from '../../../people/abuse/rate-limit.ts'
import { currentUser } from '../../../people/identity/auth-session.ts'
import { clientAddress } from '../../../platform/web/client-address.ts'
import { withCustomer } from '../../gateways/cards/provider-customer.ts'
import { MAX_SAVED_CARDS } from '../../gateways/cards/saved-card.ts'
import { readCards } from '../../gateways/cards/saved-cards.store.ts'
import { savableGateways } from '../../payment-methods/payment-methods.ts'
import { failedSetups } from '../../payments/apply-card-event.ts'
import { tooManyText } from '../../risk/checkout-throttle.ts'
import type { CheckoutContext } from '../context.ts'
import { stripeCall, stripeError } from './stripe-call.ts'

/** Setup intents per hour: a card tester would like to try many cards without buying anything. */
const perAccount: RateLimitRule = { name: 'setup-account', max: 10, seconds: 3600 }
const perAddress: RateLimitRule = { name: 'setup-address', max: 20, seconds: 3600 }

export const CARDS_FULL = `Your account holds ${MAX_SAVED_CARDS} saved cards at most. Please delete one first.`
const CARDS_GONE =
  'The payment provider no longer has the cards saved in your account, so they were removed. Please add this card again.'
const UNREACHABLE = 'The payment provider can’t be reached right now. Nothing was saved. Please try again in a moment.'

const failure = (message: string) => stripeError('payment-intent-error', message)

/** `setup-intent`: prepares saving a card in the account, which the browser confirms (stripe-plugin sheet §2). */
export const setupIntent = stripeCall({
  route: 'setup-intent',
  method: 'POST',
  fields: z.object({ payment_method: z.string().describe('The payment method.') }),
  async handler({ context, shop, fields }) {
    const user = await currentUser(context, shop)
    if (!user) return failure('Please sign in to save a card.')
    const method = savableGateways(shop.settings()).find((id) => id === fields.payment_method)
    if (!method) return failure('This way to pay cannot be saved.')
    const cards = await readCards(shop.db, { customerId: user.id, provider: shop.payments.provider.name })
    if (cards.length >= MAX_SAVED_CARDS) return failure(CARDS_FULL)
    const allowed = await countSetup(context, shop, String(user.id))
    if (!allowed.ok) return failure(tooManyText(allowed.retryAfterSeconds))

    const signal = AbortSignal.timeout(shop.payments.shopperTimeoutMs)
    const created = await withCustomer(
      shop,
      user.id,
      (customerId) => {
        const request = { userId: user.id, paymentMethod: method, idempotencyKey: crypto.randomUUID() }
        return shop.payments.cards.createSetup({ ...request, customerId }, signal)
      },
      signal,
    )
    if (!created.ok) return failure(UNREACHABLE)
    if (created.lostCards > 0) return failure(CARDS_GONE)
    const { id, clientSecret, status } = created.setup
    return { json: { intent: { id, client_secret: clientSecret, status } } }
  },
})

async function countSetup(context: Context, shop: CheckoutContext, userId: string) {
  const failed = await rateLimiter(shop, failedSetups).peek(userId)
  if (failed.remaining <= 0) return { ok: false, retryAfterSeconds: failed.retryAfterSeconds } as const
  return strictest(
    await Promise.all([
      rateLimiter(shop, perAccount).consume(userId),
      addressRateLimiter(shop, perAddress).consume(clientAddress(context)),
    ]),
  )
}
