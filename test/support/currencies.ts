import { expect } from 'vitest'
import type { CurrencySetting } from '../../src/shop/pricing/settings.ts'
import { type Buyer, newBuyer } from '../running/buyer.ts'
import type { openShop } from './shop.ts'

/** A currency of the shop at this rate: not rounded, and buyers are charged in it, unless `over` says otherwise. */
export const currencySetting = (
  currency: string,
  rate: string,
  over: Partial<CurrencySetting> = {},
): CurrencySetting => ({
  currency,
  rate,
  rounding: 'none',
  charm: '0.00',
  isCharged: true,
  rateChangedAt: '2026-11-01T12:00:00Z',
  ...over,
})

/** Visitors of a shop with several currencies, and what they do. */
export function currencyBuyers({ app, shop }: Pick<Awaited<ReturnType<typeof openShop>>, 'app' | 'shop'>) {
  const visitor = (): Buyer => newBuyer(async (path, init) => app.request(path, init))
  const choose = async (buyer: Buyer, code: string) => {
    const answer = await buyer.send(`/shop/?currency=${code}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${shop.url}/shop/`])
  }
  return {
    visitor,
    choose,
    async buyerIn(code: string): Promise<Buyer> {
      const buyer = visitor()
      await choose(buyer, code)
      return buyer
    },
    /** The page without its head, because a failing test prints all of it. */
    text: async (buyer: Buyer, path: string): Promise<string> =>
      (await (await buyer.send(path)).text()).replace(/^[\s\S]*<main/, '<main'),
    pay: async (buyer: Buyer, more: Record<string, string> = {}) =>
      buyer.checkout(await buyer.openCheckout(), { stripe_cc_token_key: 'pm_card_visa', ...more }),
  }
}
