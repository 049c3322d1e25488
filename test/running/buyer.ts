/** A buyer that uses only the public endpoints, with a cookie jar and the contents of the pages themselves. */

/** Sends one request: over the network, or directly to the app in this process. */
export type SendRequest = (path: string, init?: RequestInit) => Promise<Response>

/** Sends requests to a running shop. Redirects are returned, not followed. */
export const requestSender =
  (url: string): SendRequest =>
  (path, init) =>
    fetch(new URL(path, url), { redirect: 'manual', ...init })

type App = { request(path: string, init?: RequestInit): Response | Promise<Response> }

/** Sends requests to an app in this process as if they came from `address`. */
export const senderFrom =
  (app: App, address: string): SendRequest =>
  async (path, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('x-forwarded-for', address)
    return app.request(path, { ...init, headers })
  }

export type Fields = Readonly<Record<string, string>>

export type CheckoutResponse = {
  readonly result: 'success' | 'failure'
  readonly redirect?: string
  readonly messages?: string
  readonly order_id?: number
}

/** The configuration that the checkout page passes to the browser. */
export type CheckoutPage = {
  readonly checkoutNonce: string
  readonly reviewNonce: string
  readonly providerUrl: string
  readonly publishableKey: string
}

export type Buyer = {
  send(path: string, init?: RequestInit): Promise<Response>
  post(path: string, fields: Fields): Promise<Response>
  /** POST /?wc-ajax=add_to_cart; returns the parsed response. */
  add(productId: number, quantity?: number, more?: Fields): Promise<CartResponse>
  remove(key: string): Promise<CartResponse>
  openCheckout(): Promise<CheckoutPage>
  review(page: CheckoutPage, changes?: Fields): Promise<Response>
  /** POST /?wc-ajax=checkout with these fields in addition to the address. */
  checkout(page: CheckoutPage, fields: Fields): Promise<CheckoutResponse>
  cookies: Map<string, string>
}

export type CartResponse = {
  readonly error?: boolean
  readonly product_url?: string | false
  readonly fragments?: Readonly<Record<string, string>>
  readonly cart_hash?: string
}

/** A billing address in Ontario, with all fields of the checkout form. */
export const ontario: Fields = {
  billing_first_name: 'Ada',
  billing_last_name: 'Leaf',
  billing_company: '',
  billing_country: 'CA',
  billing_address_1: '1 Kettle Lane',
  billing_address_2: '',
  billing_city: 'Toronto',
  billing_state: 'ON',
  billing_postcode: 'M5V 2T6',
  billing_phone: '416 555 0100',
  billing_email: 'ada@shop.test',
  order_comments: '',
  payment_method: 'stripe_cc',
  terms: '1',
  'terms-field': '1',
}

export function newBuyer(sendRequest: SendRequest): Buyer {
  const cookies = new Map<string, string>()

  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await sendRequest(path, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) storeCookie(cookies, cookie)
    return response
  }
  const post = (path: string, fields: Fields) => send(path, { method: 'POST', body: new URLSearchParams(fields) })
  const call = async <T>(name: string, fields: Fields): Promise<T> => {
    const response = await post(`/?wc-ajax=${name}`, fields)
    const text = await response.text()
    try {
      return JSON.parse(text) as T
    } catch {
      throw new Error(`${name} answered ${response.status} and no JSON: ${text.slice(0, 300)}`)
    }
  }

  return {
    cookies,
    send,
    post,
    add: (productId, quantity = 1, more = {}) =>
      call('add_to_cart', { product_id: String(productId), quantity: String(quantity), ...more }),
    remove: (key) => call('remove_from_cart', { cart_item_key: key }),
    async openCheckout() {
      const response = await send('/checkout/')
      const html = await response.text()
      if (response.status !== 200) throw new Error(`The checkout page answered ${response.status}`)
      return parseCheckoutPage(html)
    },
    review: (page, changes = {}) =>
      post('/?wc-ajax=update_order_review', reviewFields(page, { ...ontario, ...changes })),
    checkout: (page, fields) =>
      call('checkout', {
        ...ontario,
        'woocommerce-process-checkout-nonce': page.checkoutNonce,
        _wp_http_referer: '/?wc-ajax=update_order_review',
        ...fields,
      }),
  }
}

function storeCookie(cookies: Map<string, string>, header: string): void {
  const [pair = '', ...attributes] = header.split(';')
  const at = pair.indexOf('=')
  const name = pair.slice(0, at).trim()
  if (attributes.some((attribute) => attribute.trim().toLowerCase() === 'max-age=0')) cookies.delete(name)
  else cookies.set(name, pair.slice(at + 1))
}

export function parseCheckoutPage(html: string): CheckoutPage {
  const find = (description: string, pattern: RegExp): string => {
    const match = pattern.exec(html)?.[1]
    if (!match) throw new Error(`The checkout page has no ${description}`)
    return match
  }
  const nonceTag = find('nonce', /(<input[^>]*name="woocommerce-process-checkout-nonce"[^>]*>)/)
  return {
    checkoutNonce: /value="([^"]+)"/.exec(nonceTag)?.[1] ?? '',
    reviewNonce: find('review nonce', /"update_order_review_nonce":"([^"]+)"/),
    providerUrl: new URL(find('provider script', /data-provider-script="([^"]+)"/)).origin,
    publishableKey: find('publishable key', /data-provider-key="([^"]+)"/),
  }
}

function reviewFields(page: CheckoutPage, form: Fields): Fields {
  const addressFields = (prefix: string) => ({
    [`${prefix}country`]: form.billing_country ?? '',
    [`${prefix}state`]: form.billing_state ?? '',
    [`${prefix}postcode`]: form.billing_postcode ?? '',
    [`${prefix}city`]: form.billing_city ?? '',
    [`${prefix}address`]: form.billing_address_1 ?? '',
    [`${prefix}address_2`]: form.billing_address_2 ?? '',
  })
  return {
    security: page.reviewNonce,
    payment_method: form.payment_method ?? '',
    ...addressFields(''),
    ...addressFields('s_'),
    has_full_address: 'true',
    post_data: new URLSearchParams(form).toString(),
  }
}

/** The provider's test cards. */
export const cards = {
  good: '4242424242424242',
  insufficientFunds: '4000000000009995',
  declined: '4000000000000002',
  requiresAuthentication: '4000002500003155',
} as const

/** Sends a card to the provider, as the card field in the browser does, and returns its token. */
export async function cardToken(page: CheckoutPage, number: string = cards.good): Promise<string> {
  const response = await fetch(`${page.providerUrl}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${page.publishableKey}` },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': number,
      'card[exp_month]': '12',
      'card[exp_year]': String(new Date().getFullYear() + 3),
      'card[cvc]': '123',
    }),
  })
  const created = (await response.json()) as { id?: string; error?: { message: string } }
  if (!created.id) throw new Error(`The provider did not take the card: ${created.error?.message}`)
  return created.id
}

/** Completes the bank's authentication page, or fails it. */
export async function completeAuthentication(
  page: Pick<CheckoutPage, 'providerUrl' | 'publishableKey'>,
  hash: string,
  outcome: 'complete' | 'fail' = 'complete',
): Promise<void> {
  const data = JSON.parse(
    Buffer.from(decodeURIComponent(hash.slice('#response='.length)), 'base64').toString(),
  ) as Record<string, string>
  const secret = data.client_secret ?? ''
  const intentUrl = `${page.providerUrl}/v1/payment_intents/${secret.split('_secret_')[0]}?client_secret=${secret}`
  const intent = (await (
    await fetch(intentUrl, { headers: { authorization: `Bearer ${page.publishableKey}` } })
  ).json()) as { next_action?: { use_stripe_sdk: { stripe_js: string } } }
  if (!intent.next_action) return
  await fetch(intent.next_action.use_stripe_sdk.stripe_js, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
  })
}

/** Quantities by product in a response's mini-cart. */
export function linesOf(response: CartResponse): { productId: number; key: string; quantity: number }[] {
  const html = response.fragments?.['div.widget_shopping_cart_content'] ?? ''
  return html
    .split('woocommerce-mini-cart-item')
    .slice(1)
    .map((item) => ({
      productId: Number(/data-product_id="(\d+)"/.exec(item)?.[1]),
      key: /data-cart_item_key="([0-9a-f]+)"/.exec(item)?.[1] ?? '',
      quantity: Number(/class="quantity">(\d+)/.exec(item)?.[1]),
    }))
}
