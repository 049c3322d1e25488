import { type Ask, type Buyer, type CheckoutPage, cardToken, newBuyer } from '../running/buyer.ts'

/** What a buyer was told when the order was confirmed. */
type Told = { readonly orderId: number; readonly orderKey: string }

/** One purchase that may be cut off at any point and taken up again where it was, as a person would with the same page open. */
export type Purchase = {
  readonly quantity: number
  /** Cut off, and not coming back. */
  hasLeft: boolean
  /** Does what is left to do. Throws when the shop goes away in between. */
  goOn(): Promise<void>
  isConfirmed(): boolean
  told(): Told
}

export function newPurchase(ask: Ask, tin: number, quantity: number): Purchase {
  const buyer: Buyer = newBuyer(ask)
  let isInCart = false
  let page: CheckoutPage | undefined
  let token: string | undefined
  let told: Told | undefined

  return {
    quantity,
    hasLeft: false,
    isConfirmed: () => told !== undefined,
    told() {
      if (!told) throw new Error('Nothing was confirmed')
      return told
    },
    async goOn() {
      if (told) return
      if (!isInCart) {
        const added = await buyer.add(tin, quantity)
        if (!added.fragments) throw new Error('The tin did not go into the cart')
        isInCart = true
      }
      page ??= await buyer.openCheckout()
      token ??= await cardToken(page)
      const answer = await buyer.checkout(page, { stripe_cc_token_key: token })
      if (answer.result !== 'success') throw new Error(`Refused: ${answer.messages}`)
      const redirect = new URL(answer.redirect ?? '', 'http://shop.test')
      told = { orderId: Number(answer.order_id), orderKey: redirect.searchParams.get('key') ?? '' }
    },
  }
}
