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

const TIMEOUT_MS = 15_000

export const formBody = (fields: Readonly<Record<string, unknown>>): URLSearchParams => {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields)) {
    const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    if (isScalar) body.set(name, String(value))
  }
  return body
}

/** POST to `?wc-ajax=name`; null on a network error, a time-out or an invalid response. */
export async function callCart(name: string, fields: Readonly<Record<string, unknown>>, timeoutMs = TIMEOUT_MS) {
  try {
    const response = await fetch(cartSettings.ajaxUrl(name), {
      method: 'POST',
      body: formBody(fields),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return response.ok ? ((await response.json()) as CartResponse) : null
  } catch {
    return null
  }
}

type Task = () => Promise<void>

const pending: Task[] = []

let isBusy = false

/** Runs adds, removals and changes one request at a time, in order (ATC-09). */
export const queue = (task: Task): Promise<void> =>
  new Promise((resolve) => {
    pending.push(() => task().finally(resolve))
    void runPending()
  })

async function runPending(): Promise<void> {
  if (isBusy) return
  isBusy = true
  for (let task = pending.shift(); task; task = pending.shift()) {
    // A failed task does not block the next ones; the error still reaches the console.
    await task().catch(reportError)
  }
  isBusy = false
}
