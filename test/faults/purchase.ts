import { type Buyer, type CheckoutPage, cardToken, newBuyer, type SendRequest } from '../running/buyer.ts'

/** Texts of the order-received page for an order that is unpaid, or whose payment is not confirmed. */
export const unpaidPageTexts = /We are still checking your payment\.|We are waiting for your payment\./

/** The confirmation that a buyer received. */
type Confirmation = { readonly orderId: number; readonly orderKey: string }

/** A purchase that may be interrupted at any point and resumed, as if the same page were still open. */
export type Purchase = {
  readonly quantity: number
  /** Whether it was interrupted and is never resumed. */
  isAbandoned: boolean
  /** Does the remaining steps. Throws when the shop stops responding meanwhile. */
  resume(): Promise<void>
  isConfirmed(): boolean
  confirmation(): Confirmation
}

export function newPurchase(sendRequest: SendRequest, productId: number, quantity: number): Purchase {
  const buyer: Buyer = newBuyer(sendRequest)
  let isInCart = false
  let page: CheckoutPage | undefined
  let token: string | undefined
  let confirmation: Confirmation | undefined

  return {
    quantity,
    isAbandoned: false,
    isConfirmed: () => confirmation !== undefined,
    confirmation() {
      if (!confirmation) throw new Error('Nothing was confirmed')
      return confirmation
    },
    async resume() {
      if (confirmation) return
      if (!isInCart) {
        const added = await buyer.add(productId, quantity)
        if (!added.fragments) throw new Error('The tin did not go into the cart')
        isInCart = true
      }
      page ??= await buyer.openCheckout()
      token ??= await cardToken(page)
      const response = await buyer.checkout(page, { stripe_cc_token_key: token })
      if (response.result !== 'success') throw new Error(`Refused: ${response.messages}`)
      const redirect = new URL(response.redirect ?? '', 'http://shop.test')
      const received = await (await buyer.send(redirect.pathname + redirect.search)).text()
      // A payment whose result was lost is not confirmed yet: the same form is sent again.
      if (unpaidPageTexts.test(received)) throw new Error('The payment is not confirmed yet')
      confirmation = { orderId: Number(response.order_id), orderKey: redirect.searchParams.get('key') ?? '' }
    },
  }
}
