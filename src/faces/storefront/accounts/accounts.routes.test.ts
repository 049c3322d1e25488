import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { writeOrder } from '../../../../test/support/orders.ts'
import { solve } from '../../../../test/support/proofs.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { sessions } from '../../../people/accounts/accounts.table.ts'
import { createUser } from '../../../people/accounts/create-user.ts'
import { MAX_PER_EMAIL, MAX_PER_USER } from '../../../people/accounts/sign-in-limit.ts'

const { app, shop, db } = await openShop({ template: { name: 'empty', prepare: async () => {} } })

const ada = { email: 'ada.visits@shop.test', password: 'first-flush' }
const made = await createUser(db, { ...ada, name: 'Ada Leaf', role: 'customer' })
const adaId = made.ok ? made.userId : 0
const sessionsOf = (userId: number) => db.select().from(sessions).where(eq(sessions.userId, userId))

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.request(path, { method: 'POST', body: new URLSearchParams(fields), headers })
const cookieOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

describe('/wp-login.php', () => {
  test('[ACC-01] is a form that needs no script', async () => {
    const answer = await app.request('/wp-login.php?redirect_to=/wp-admin/orders/')
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(html).toContain('action="/wp-login.php" method="post"')
    for (const name of ['log', 'pwd', 'rememberme', 'wp-submit']) expect(html).toContain(`name="${name}"`)
    expect(html).toContain('name="redirect_to" value="/wp-admin/orders/"')
  })

  test('[ACC-01] the right password leads on, with a session in the database', async () => {
    const before = (await sessionsOf(adaId)).length
    const answer = await post('/wp-login.php', { log: ada.email, pwd: ada.password })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/my-account/')
    expect(cookieOf(answer)).toContain('samovar.session_token=')
    expect(await sessionsOf(adaId)).toHaveLength(before + 1)
  })

  test('staff go to their work, and everybody to where they were going', async () => {
    await createUser(db, { email: 'olive@shop.test', name: 'Olive', password: 'second-flush', role: 'administrator' })
    const fields = { log: 'olive@shop.test', pwd: 'second-flush' }
    expect((await post('/wp-login.php', fields)).headers.get('location')).toBe('/wp-admin/')
    const wanted = { ...fields, redirect_to: '/wp-admin/orders/?status=processing' }
    expect((await post('/wp-login.php', wanted)).headers.get('location')).toBe('/wp-admin/orders/?status=processing')
  })

  test('never to somebody else’s page', async () => {
    for (const redirect_to of ['https://evil.test/', '//evil.test/', '/\\evil.test', 'javascript:alert(1)']) {
      const answer = await post('/wp-login.php', { log: ada.email, pwd: ada.password, redirect_to })
      expect(answer.headers.get('location')).toBe('/my-account/')
      const page = await app.request(`/wp-login.php?redirect_to=${encodeURIComponent(redirect_to)}`)
      expect(await page.text()).not.toContain('name="redirect_to"')
    }
  })

  test('a wrong password says what to do, not who has an account, and keeps the address that was typed', async () => {
    const before = (await sessionsOf(adaId)).length
    const wrong = await post('/wp-login.php', { log: ada.email, pwd: 'guess', redirect_to: '/checkout/' })
    const unknown = await post('/wp-login.php', { log: 'nobody@shop.test', pwd: 'guess', redirect_to: '/checkout/' })
    expect([wrong.status, unknown.status]).toEqual([422, 422])
    expect(wrong.headers.getSetCookie()).toEqual([])
    const [ofWrong, ofUnknown] = [await wrong.text(), await unknown.text()]
    expect(ofWrong).toContain('do not match')
    expect(ofWrong).toContain('role="alert"')
    expect(ofWrong).toContain(`value="${ada.email}"`)
    expect(ofWrong).toContain('name="redirect_to" value="/checkout/"')
    expect(ofWrong).not.toContain('guess')
    expect(ofUnknown.replaceAll('nobody@shop.test', ada.email)).toBe(ofWrong)
    expect(await sessionsOf(adaId)).toHaveLength(before)
  })

  test('too many guesses are told when to come back', async () => {
    for (let nth = 0; nth < MAX_PER_USER; nth += 1) {
      await post('/wp-login.php', { log: 'target@shop.test', pwd: `guess-${nth}` }, { 'x-forwarded-for': '192.0.2.9' })
    }
    const from = { 'x-forwarded-for': '192.0.2.9' }
    const answer = await post('/wp-login.php', { log: 'target@shop.test', pwd: 'one more' }, from)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(await answer.text()).toContain('Too many attempts. Wait 15 minutes')
  })

  test('ten wrong guesses lock out neither a browser that is known nor another address', async () => {
    const from = { 'x-forwarded-for': '192.0.2.77' }
    const right = { log: ada.email, pwd: ada.password }
    const device = cookieOf(await post('/wp-login.php', right, from))
      .split('; ')
      .filter((cookie) => cookie.startsWith('samovar.device='))
    expect(device).toHaveLength(1)
    for (let nth = 0; nth < MAX_PER_USER; nth += 1)
      await post('/wp-login.php', { log: ada.email, pwd: `guess-${nth}` }, from)
    expect((await post('/wp-login.php', right, from)).status).toBe(429)
    expect((await post('/wp-login.php', right, { ...from, cookie: device.join() })).status).toBe(303)
    expect(
      (await post('/my-account/', { username: ada.email, password: ada.password }, { 'x-forwarded-for': '192.0.2.78' }))
        .status,
    ).toBe(303)
    const forged = device.join().replace(/.{3}$/, 'xxx')
    expect((await post('/wp-login.php', right, { ...from, cookie: forged })).status).toBe(429)
  })

  test('who guesses on from many addresses has to work for it, and so does a stranger’s browser meanwhile', async () => {
    const log = 'hunted@shop.test'
    // Exceeds the maximum length, so the attempt costs no derivation.
    const long = 'x'.repeat(200)
    await createUser(db, { email: log, name: 'Bea', password: 'first-flush', role: 'customer' })
    const from = (nth: number) => ({ 'x-forwarded-for': `198.18.${nth}.1` })
    for (let nth = 0; nth < MAX_PER_EMAIL; nth += 1) await post('/wp-login.php', { log, pwd: long }, from(nth))
    const asked = await post('/wp-login.php', { log, pwd: 'first-flush' }, from(100))
    const html = await asked.text()
    expect(asked.status).toBe(429)
    expect(html).toContain('type your password once more')
    expect(html).toMatch(/<script[^>]*sign-in/)
    const challenge = /data-challenge="([^"]+)"/.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? ''
    const proof = await solve(JSON.parse(challenge) as Parameters<typeof solve>[0])
    const answer = await post('/wp-login.php', { log, pwd: 'first-flush', proof }, from(101))
    expect(answer.status).toBe(303)
    // A proof permits one attempt, and ten more failures double the difficulty.
    expect((await post('/wp-login.php', { log, pwd: 'guess', proof }, from(102))).status).toBe(429)
    for (let nth = 0; nth < 10; nth += 1) await post('/wp-login.php', { log, pwd: long }, from(110 + nth))
    const more = await (await post('/wp-login.php', { log, pwd: 'guess' }, from(140))).text()
    expect(more).toContain('&quot;work&quot;:2')
  })

  test('another site cannot sign a visitor in', async () => {
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const answer = await post('/wp-login.php', { log: ada.email, pwd: ada.password }, headers)
    expect(answer.status).toBe(403)
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('nothing of the sign-in library is open to the network', async () => {
    for (const path of ['/api/auth/sign-up/email', '/api/auth/sign-in/email', '/api/auth/get-session']) {
      expect((await app.request(path, { method: 'POST' })).status).toBe(404)
    }
  })
})

describe('signing out', () => {
  test('[ACC-01] by the form on our own pages', async () => {
    const visitor = await createSignedInUser(shop, 'customer')
    const page = await (await app.request('/my-account/', { headers: { cookie: visitor.cookie } })).text()
    const nonce = /name="_wpnonce" value="([0-9a-f]{10})"/.exec(page)?.[1] ?? ''
    const answer = await post('/wp-login.php?action=logout', { _wpnonce: nonce }, { cookie: visitor.cookie })
    expect(answer.headers.get('location')).toBe('/wp-login.php?loggedout=true')
    expect(answer.headers.getSetCookie().join('\n')).toMatch(/samovar\.session_token=;.*Max-Age=0/i)
    expect(await sessionsOf(visitor.id)).toEqual([])
    expect(await (await app.request('/wp-login.php?loggedout=true')).text()).toContain('You are signed out.')
  })

  test('by a link with its nonce; a link without one asks first and ends nothing', async () => {
    const visitor = await createSignedInUser(shop, 'customer')
    const headers = { cookie: visitor.cookie }
    for (const query of ['', '&_wpnonce=0123456789', `&_wpnonce=${visitor.nonce}`]) {
      const asked = await app.request(`/wp-login.php?action=logout${query}`, { headers })
      expect(asked.status).toBe(200)
      expect(await asked.text()).toContain('Sign out?')
    }
    expect((await post('/wp-login.php?action=logout', {}, headers)).status).toBe(200)
    expect(await sessionsOf(visitor.id)).toHaveLength(1)

    const page = await (await app.request('/wp-login.php?action=logout', { headers })).text()
    const nonce = /name="_wpnonce" value="([0-9a-f]{10})"/.exec(page)?.[1]
    expect((await app.request(`/wp-login.php?action=logout&_wpnonce=${nonce}`, { headers })).status).toBe(303)
    expect(await sessionsOf(visitor.id)).toEqual([])
  })
})

describe('/my-account/', () => {
  test('a visitor finds the sign-in form, and it works from there', async () => {
    const html = await (await app.request('/my-account/')).text()
    expect(html).toContain('action="/my-account/" method="post"')
    expect(html).toContain('name="username"')
    const answer = await post('/my-account/', { username: ada.email, password: ada.password, login: 'Sign in' })
    expect(answer.status).toBe(303)
    const page = await app.request('/my-account/', { headers: { cookie: cookieOf(answer) } })
    expect(await page.text()).toContain('Hello, Ada Leaf.')
    expect(page.headers.get('cache-control')).toContain('no-store')
  })

  test('shows one’s own orders, newest first, and nobody else’s', async () => {
    const visitor = await createSignedInUser(shop, 'customer')
    const older = await writeOrder(db, { customerId: visitor.id, status: 'completed' })
    const newer = await writeOrder(db, {
      customerId: visitor.id,
      status: 'processing',
      createdAt: new Date('2026-11-21T09:00:00Z'),
    })
    const other = await writeOrder(db, { customerId: adaId })
    const html = await (await app.request('/my-account/', { headers: { cookie: visitor.cookie } })).text()
    expect(html).toContain(`/checkout/order-received/${newer.id}/?key=${newer.orderKey}`)
    expect(html.indexOf(`Order #${newer.number}`)).toBeLessThan(html.indexOf(`Order #${older.number}`))
    expect(html).not.toContain(other.orderKey)
    for (const text of ['Processing', 'Completed', 'November 21, 2026', '2 items']) expect(html).toContain(text)
  })

  test('somebody who has bought nothing is shown the way to the tea', async () => {
    const visitor = await createSignedInUser(shop, 'customer')
    const html = await (await app.request('/my-account/?paged=abc', { headers: { cookie: visitor.cookie } })).text()
    expect(html).toContain('No orders yet.')
    expect(html).toContain('href="/shop/"')
  })

  test('a forged or ended session is nobody', async () => {
    const visitor = await createSignedInUser(shop, 'customer')
    for (const cookie of ['samovar.session_token=abc.def', visitor.cookie.replace(/\.[^.]+$/, '.forged')]) {
      expect(await (await app.request('/my-account/', { headers: { cookie } })).text()).toContain('name="username"')
    }
    await db
      .update(sessions)
      .set({ expiresAt: new Date(0) })
      .where(eq(sessions.userId, visitor.id))
    const html = await (await app.request('/my-account/', { headers: { cookie: visitor.cookie } })).text()
    expect(html).toContain('name="username"')
  })
})
