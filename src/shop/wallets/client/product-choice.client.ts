/** Reads the selected product from the product form, and reports changes. */
import { type Currency, priceString } from '../../../platform/money/money.ts'
import type { Calculation, ProductChoice } from '../express-purchase.ts'
import type { WalletCart } from '../wallet-client.ts'
import type { WalletCalls } from './wallet-calls.client.ts'

type Variation = {
  readonly variation_id: number
  readonly attributes: Readonly<Record<string, string>>
  readonly display_price: number
  readonly display_price_cents: number
  readonly is_virtual: boolean
}

type GatewayData = {
  readonly currency: Currency
  readonly total_cents: number
  readonly needs_shipping: boolean
  readonly product?: { readonly price_cents: number; readonly variation: object | false }
}

const dataInputs = (): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('[data-gateway][class*="_gateway_data"]'),
]

export const gatewayData = (): GatewayData =>
  JSON.parse(
    dataInputs()[0]?.dataset.gateway ?? '{"currency":"CAD","total_cents":0,"needs_shipping":true}',
  ) as GatewayData

/** Variations by id: those printed in the page, and those found since. */
const variations = new Map<number, Variation>()

function knowVariations(form: HTMLFormElement): void {
  const inPage = JSON.parse(form.dataset.product_variations ?? 'false') as readonly Variation[] | false
  for (const variation of inPage || []) variations.set(variation.variation_id, variation)
}

export function productChoice(form: HTMLFormElement): ProductChoice {
  const fields = Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  const { quantity = '1', variation_id: variationId = '0', 'add-to-cart': _, ...rest } = fields
  const button = form.querySelector<HTMLButtonElement>('.single_add_to_cart_button')
  const variation = variations.get(Number(variationId))
  const isMissing = form.matches('.variations_form') && !(Number(variationId) > 0)
  return {
    item: { ...rest, product_id: rest.product_id ?? button?.value ?? '', variation_id: variationId, qty: quantity },
    quantity: quantity.trim() === '' ? Number.NaN : Number(quantity),
    // The form marks its button as `disabled` if the selection is out of stock.
    isPayable: !isMissing && !button?.classList.contains('disabled') && variation?.display_price_cents !== 0,
    needsShipping: variation ? !variation.is_virtual : gatewayData().needs_shipping,
  }
}

/** Calls back when the selection may have changed: by typing, choosing, stepping, or by the form's own script. */
export function followChoice(form: HTMLFormElement, onChange: () => void): void {
  knowVariations(form)
  form.addEventListener('input', onChange)
  form.addEventListener('change', onChange)
  // The form's own script changes values and the class of its button without an event.
  const options = { subtree: true, attributes: true, attributeFilter: ['value', 'class'] }
  new MutationObserver(onChange).observe(form, options)
  listen(form, 'found_variation', (variation) => {
    if (!isVariation(variation)) return
    variations.set(variation.variation_id, variation)
    notifyGateways(variation)
    onChange()
  })
  listen(form, 'reset_data', onChange)
}

type JQuery = (element: Element) => { on(name: string, handler: (event: Event, value?: unknown) => void): void }

/** If jQuery is on the page, WooCommerce's scripts trigger their events only through jQuery. */
function listen(form: HTMLFormElement, name: string, handler: (value: unknown) => void): void {
  const { jQuery } = window as { jQuery?: JQuery }
  if (jQuery) jQuery(form).on(name, (_event, value) => handler(value))
  else form.addEventListener(name, (event) => handler((event as CustomEvent<readonly unknown[]>).detail?.[0]))
}

const isVariation = (value: unknown): value is Variation =>
  typeof value === 'object' && value !== null && 'variation_id' in value

/** Scripts of other payment gateways read the page's data, so it must have the variation's price and shipping. */
function notifyGateways({ variation_id, attributes, display_price, display_price_cents, is_virtual }: Variation): void {
  const variation = { attributes, display_price, display_price_cents, is_virtual, variation_id }
  for (const input of dataInputs()) {
    const data = JSON.parse(input.dataset.gateway ?? '{}') as GatewayData
    input.dataset.gateway = JSON.stringify({
      ...data,
      needs_shipping: !is_virtual,
      product: { ...data.product, price: display_price, price_cents: display_price_cents, variation },
    })
  }
}

export async function calculateCarts(calls: WalletCalls): Promise<Calculation> {
  const { code, message, data } = (await calls.calculate()) ?? {}
  if (code !== undefined || !data) return { ok: false, message: code === 'cart-error' ? (message ?? null) : null }
  const { needsShipping, ...carts } = data
  return { ok: true, needsShipping, carts }
}

/** The price printed in the page, if the shop did not respond: the first amounts of a sheet are an estimate anyway. */
export function estimatedCart({ quantity }: ProductChoice): WalletCart {
  const { product, total_cents: totalOfPage, currency } = gatewayData()
  const cents = (product?.price_cents ?? totalOfPage) * quantity
  const total = priceString(cents, currency)
  const label = document.querySelector('.product_title')?.textContent ?? ''
  // Has the fields of all wallets' formats; each wallet reads its own.
  const item = { label, type: 'SUBTOTAL', price: total, pending: true, amount: cents }
  return { total, totalCents: cents, displayItems: [item], shippingOptions: [] }
}
