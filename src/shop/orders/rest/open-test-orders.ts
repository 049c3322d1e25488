import { readFileSync } from 'node:fs'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { restRoutes } from '../../../faces/rest/rest.routes.ts'
import { shopMessages } from '../../../messages.ts'
import { defaultSettings } from '../../../settings.ts'
import { media } from '../../../things/media/media.table.ts'
import { canadianPricing } from '../../pricing/canadian-pricing.ts'

type Exchange = { name: string; response: { status: number; headers: [string, string][]; body: unknown } }
const recordedFile = new URL('../../../../test/recorded/woocommerce/wc-v3-orders.json', import.meta.url)
const { exchanges } = JSON.parse(readFileSync(recordedFile, 'utf8')) as { exchanges: Exchange[] }
/** The recorded response to the exchange with this name. */
export const recorded = (name: string): Exchange['response'] => {
  const found = exchanges.find((exchange) => exchange.name === name)
  if (!found) throw new Error(`No exchange ${name} was recorded`)
  return found.response
}
export const recordedHeaders = (name: string) =>
  Object.fromEntries(recorded(name).headers.map(([header, value]) => [header.toLowerCase(), value]))
/** Headers to compare. The others depend on the web server or the time, and are not part of the API. */
export const sameHeaders = [
  'content-type',
  'x-robots-tag',
  'access-control-expose-headers',
  'access-control-allow-headers',
  'expires',
  'cache-control',
]

export const now = new Date('2026-11-21T09:00:00Z')

/** A shop without orders, with the prices of the recorded one, and what its order API answers. */
export async function openTestOrders() {
  const { shop: opened, db } = await openShop({ template: { name: 'empty', prepare: async () => {} }, now: () => now })
  const shop = {
    ...opened,
    pricing: () => canadianPricing,
    settings: () => defaultSettings,
    messages: shopMessages({ db, now: () => now, secret: '', url: 'http://shop.test' }, async () => defaultSettings),
  }
  const app = restRoutes(shop)
  const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
  const editor = await createSignedInUser(shop, 'editor')
  const customer = await createSignedInUser(shop, 'customer')

  await db.insert(media).values({
    path: '2026/11/cast-iron-teapot-pack.webp',
    mime: 'image/webp',
    width: 1600,
    height: 2000,
    bytes: 1,
  })

  const get = (path: string, headers: Record<string, string> = owner.headers) => app.request(path, { headers })

  return { app, shop, db, owner, editor, customer, get }
}
