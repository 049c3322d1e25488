import type { Call, Principal } from './platform/rest/call.ts'
import { paths } from './platform/web/routes.ts'
import { productCalls } from './shop/catalog/rest/products/products.ts'
import { variationJson } from './shop/catalog/rest/variations/variation-json.ts'
import { loadVariations } from './shop/catalog/rest/variations/variations.store.ts'
import { customerCalls } from './shop/customers/rest/customers.ts'
import { orderCalls } from './shop/orders/rest/orders.ts'
import { couponCalls } from './shop/pricing/rest/coupons.ts'
import type { ReadResource } from './shop/webhooks/deliver-webhooks.ts'
import type { Shop } from './shop.ts'

/** Principal of webhooks, which read as the shop itself. */
const shopPrincipal: Principal = {
  user: { id: 0, email: '', name: '', role: 'administrator' },
  isSession: false,
  permissions: 'read',
}

/** Reads one item by the API's own call, so that webhooks and the API never differ. */
function readerOf<S>(calls: readonly Call<S>[], path: string) {
  const isItemPath = (called: string) =>
    called.startsWith(path) && /^\/:\w+\{\[0-9\]\+\}$/.test(called.slice(path.length))
  const call = calls.find((one) => one.methods.includes('GET') && isItemPath(one.path))
  if (!call) throw new Error(`No call reads one of ${path}`)
  return async (shop: S, id: number): Promise<object | null> => {
    const input = { path: { id: `${id}` }, query: new URLSearchParams(), fields: {}, file: null }
    const result = await call.run(shop, { ...input, principal: shopPrincipal })
    return 'json' in result ? (result.json as object) : null
  }
}

const readers: Readonly<Record<string, (shop: Shop, id: number) => Promise<object | null>>> = {
  order: readerOf<Shop>(orderCalls, paths.restOrders),
  product: readerOf<Shop>(productCalls, paths.restProducts),
  customer: readerOf<Shop>(customerCalls, paths.restCustomers),
  coupon: readerOf<Shop>(couponCalls, paths.restCoupons),
}

/** The JSON that webhooks deliver. A variation counts as a product, as in WooCommerce. */
export const webhookResources: ReadResource<Shop> = async (shop, resource, id) => {
  const json = await readers[resource]?.(shop, id)
  if (json || resource !== 'product') return json ?? null
  const [variation] = await loadVariations(shop.db, [id])
  return variation ? variationJson(variation, shop, 'view') : null
}
