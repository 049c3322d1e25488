import { beforeEach } from 'vitest'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop, SHOP_URL } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'

/** A shop, and browsers that save teas; before each test without lists. */
export async function openTestSaved() {
  const clock = { time: new Date('2026-11-23T12:00:00Z') }
  const { app, db, pool, shop } = await openShop({ now: () => clock.time })
  const { simple, onSale, soldOut, variable, sizes } = referenceIds

  /** A browser that keeps its cookies. */
  function newBrowser(cookies: Record<string, string> = {}) {
    const send = async (path: string, init: RequestInit = {}) => {
      const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
      const headers = { ...(init.headers as Record<string, string>), cookie: cookie.join('; ') }
      const response = await app.request(path, { ...init, headers })
      for (const text of response.headers.getSetCookie()) {
        const [pair = ''] = text.split(';')
        const [name = '', ...value] = pair.split('=')
        if (/Max-Age=0/.test(text)) delete cookies[name]
        else cookies[name] = value.join('=')
      }
      return response
    }
    return {
      cookies,
      get: async (path: string) => (await send(path)).text(),
      send,
      post: (fields: Record<string, string | number>, headers: Record<string, string> = {}) =>
        send('/saved-teas/', {
          method: 'POST',
          body: new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])),
          headers: { origin: SHOP_URL, ...headers },
        }),
    }
  }

  const script = { accept: '*/*' }
  const names = (page: string) => [...page.matchAll(/aria-label="Remove “([^”]+)”/g)].map(([, name]) => name)

  async function signedInBrowser(guest = newBrowser()) {
    const user = await createSignedInUser(shop, 'customer')
    for (const pair of user.cookie.split('; ')) {
      const [name = '', ...value] = pair.split('=')
      guest.cookies[name] = value.join('=')
    }
    return { user, browser: guest }
  }

  beforeEach(async () => {
    clock.time = new Date('2026-11-23T12:00:00Z')
    await pool.query('truncate saved_lists, rate_limits cascade')
  })

  return {
    clock,
    script,
    names,
    newBrowser,
    signedInBrowser,
    app,
    db,
    pool,
    shop,
    simple,
    onSale,
    soldOut,
    variable,
    sizes,
  }
}
