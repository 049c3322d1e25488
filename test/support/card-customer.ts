import { type CheckoutPage, cardToken, newBuyer, type SendRequest } from '../running/buyer.ts'
import type { openShop } from './shop.ts'
import { createSignedInUser } from './users.ts'

type TestShop = Awaited<ReturnType<typeof openShop>>

/** A signed-in customer with a browser, and requests to the provider with the shop's keys. */
export async function cardCustomer({ app, shop, provider }: Pick<TestShop, 'app' | 'shop' | 'provider'>) {
  const user = await createSignedInUser(shop, 'customer')
  const ask: SendRequest = async (path, init) => app.request(path, init)
  const buyer = newBuyer(ask)
  for (const pair of user.cookie.split('; ')) {
    const at = pair.indexOf('=')
    buyer.cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
  const page = { providerUrl: provider.url, publishableKey: provider.publishableKey } as CheckoutPage
  return {
    user,
    buyer,
    /** A payment method for this card number, created as the card field creates it. */
    token: (number?: string) => cardToken(page, number),
    /** Places an order of one product by card. */
    async order(productId: number, fields: Readonly<Record<string, string>>) {
      await buyer.add(productId)
      const checkout = await buyer.openCheckout()
      return buyer.checkout(checkout, { billing_email: user.email, ...fields })
    },
  }
}

/** Requests to the provider's API. */
export function providerApi({ provider }: Pick<TestShop, 'provider'>) {
  const headers = { authorization: `Bearer ${provider.secretKey}` }
  const parse = async (response: Response) => (await response.json()) as Record<string, unknown>
  return {
    get: async (path: string) => parse(await fetch(`${provider.url}/v1/${path}`, { headers })),
    delete: async (path: string) => parse(await fetch(`${provider.url}/v1/${path}`, { method: 'DELETE', headers })),
    post: async (path: string, fields: Readonly<Record<string, string>> = {}, key = provider.secretKey) =>
      parse(
        await fetch(`${provider.url}/v1/${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}` },
          body: new URLSearchParams(fields),
        }),
      ),
  }
}
