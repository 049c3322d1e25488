import type { CartResponse } from './cart-fragments.client.ts'

type Params<Name extends string> = Readonly<Record<Name, string>>

declare global {
  interface Window {
    wc_add_to_cart_params?: Params<
      'wc_ajax_url' | 'cart_url' | 'i18n_view_cart' | 'is_cart' | 'cart_redirect_after_add'
    >
    wc_cart_fragments_params?: Params<'cart_hash_key' | 'fragment_name' | 'request_timeout'>
    wc_cart_params?: Params<'update_shipping_method_nonce' | 'apply_coupon_nonce' | 'remove_coupon_nonce'>
  }
}

const add = window.wc_add_to_cart_params
const fragments = window.wc_cart_fragments_params

export const cartSettings = {
  ajaxUrl: (endpoint: string): string =>
    (add?.wc_ajax_url ?? '/?wc-ajax=%%endpoint%%').replace('%%endpoint%%', endpoint),
  cartUrl: add?.cart_url ?? '/cart/',
  viewCart: add?.i18n_view_cart ?? 'View cart',
  isCart: add?.is_cart === '1',
  redirectAfterAdd: add?.cart_redirect_after_add === 'yes',
  hashKey: fragments?.cart_hash_key ?? 'wc_cart_hash',
  fragmentName: fragments?.fragment_name ?? 'wc_fragments',
  requestTimeoutMs: Number(fragments?.request_timeout) || 5000,
}

type FormFields = Readonly<Record<string, unknown>>

const formBody = (fields: FormFields): URLSearchParams =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      /string|number|boolean/.test(typeof value) ? [[name, String(value)]] : [],
    ),
  )

type ShopRequest<Body> = {
  fields?: FormFields | undefined
  timeoutMs?: number | undefined
  read(response: Response): Promise<Body>
}

/** A POST if there are fields; null on a network error, a time-out or an invalid response. */
async function fetchShop<Body>(url: string, { fields, timeoutMs = 15_000, read }: ShopRequest<Body>) {
  try {
    const response = await fetch(url, {
      method: fields ? 'POST' : 'GET',
      body: fields ? formBody(fields) : null,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return response.ok ? await read(response) : null
  } catch {
    return null
  }
}

export const callCart = (name: string, fields: FormFields, timeoutMs?: number) =>
  fetchShop(cartSettings.ajaxUrl(name), { fields, timeoutMs, read: (answer) => answer.json() as Promise<CartResponse> })

export const fetchPage = (url: string, fields?: FormFields): Promise<Document | null> =>
  fetchShop(url, { fields, read: async (page) => new DOMParser().parseFromString(await page.text(), 'text/html') })

let last: Promise<void> = Promise.resolve()

/** Runs adds, removals and changes one request at a time, in order (ATC-09). A failed one does not block the next. */
export function queue(task: () => Promise<void>): Promise<void> {
  last = last.then(task).catch(reportError)
  return last
}
