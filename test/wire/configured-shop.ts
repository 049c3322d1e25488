import { beforeEach } from 'vitest'
import { defaultSettings, type Settings } from '../../src/settings.ts'
import type { CurrencySetting } from '../../src/shop/pricing/settings.ts'
import { newBuyer } from '../running/buyer.ts'
import { referenceIds } from '../support/reference-shop.ts'
import { openShop, recordedSettings } from '../support/shop.ts'

export type Config = Record<string, unknown>

/** The global variables that a page sets. */
export function globalsOf(html: string): Record<string, Config> {
  const script = [...html.matchAll(/<script>(var .*?)<\/script>/gs)].map(([, text]) => text).join(';')
  const names = [...script.matchAll(/(?:^|;)var (\w+)=/g)].map(([, name]) => name)
  return new Function(`${script};return {${names.join(',')}}`)() as Record<string, Config>
}

/** A shop whose settings a test changes, and the settings that its pages give to the payment plugins. */
export async function openConfiguredShop() {
  /** Currencies in addition to Canadian dollars. */
  const currencies: CurrencySetting[] = []
  const { app, db, pool, shop, provider } = await openShop({
    settings: { ...recordedSettings, currencies, gateways: defaultSettings.gateways },
  })
  const current: { settings: Settings } = { settings: shop.settings() }
  Object.assign(shop, { settings: () => current.settings })
  const original = current.settings

  beforeEach(async () => {
    current.settings = original
    currencies.length = 0
    await pool.query('truncate orders, payments, carts, rate_limits cascade')
  })

  const buyer = () => newBuyer(async (path, init) => app.request(path, init))
  const product = async (headers: Record<string, string> = {}) =>
    globalsOf(await (await app.request('/product/tea-1/', { headers })).text())
  async function checkout(cookie = '') {
    const shopper = buyer()
    for (const pair of cookie === '' ? [] : cookie.split('; '))
      shopper.cookies.set(pair.split('=')[0] ?? '', pair.slice(pair.indexOf('=') + 1))
    await shopper.add(referenceIds.simple, 1)
    return globalsOf(await (await shopper.send('/checkout/')).text())
  }

  return { app, db, pool, shop, provider, currencies, current, original, buyer, product, checkout }
}
