import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addProduct } from '../../../test/faults/stock.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { whileDeleting } from '../../../test/support/while-deleting.ts'
import { sessions, users } from '../../people/identity/accounts.table.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { openTestSaved } from './open-test-saved.ts'
import { readSavedList, saveTea } from './saved.store.ts'
import { savedLists } from './saved.table.ts'
import { MAX_SAVED } from './saved.ts'

const { clock, script, names, newBrowser, signedInBrowser, db, pool, shop, simple, onSale, variable, sizes } =
  await openTestSaved()

describe('saved teas of a customer', () => {
  test('are on a page of the account, and the guest’s are merged into them once', async () => {
    const guest = newBrowser()
    await guest.post({ save: variable, variation_id: sizes['50-g'] })
    clock.time = new Date('2026-11-23T13:00:00Z')
    await guest.post({ save: simple })
    const guestCookie = guest.cookies.samovar_saved_list ?? ''
    const { user, browser } = await signedInBrowser(guest)
    await saveTea(db, { userId: user.id }, { productId: variable, variationId: null }, new Date('2026-11-01T12:00:00Z'))
    await saveTea(db, { userId: user.id }, { productId: onSale, variationId: null }, new Date('2026-11-02T12:00:00Z'))
    const pages = await Promise.all([browser.get('/my-account/saved/'), browser.get('/my-account/saved/')])
    for (const page of pages) {
      expect(names(page)).toHaveLength(3)
      expect(page).toContain('<span>50 g</span>')
    }
    expect(browser.cookies.samovar_saved).toBe(`c.${simple}.${variable}.${onSale}`)
    expect(browser.cookies.samovar_saved_list).toBeUndefined()
    expect(await db.$count(savedLists)).toBe(1)
    expect(await newBrowser({ samovar_saved_list: guestCookie }).get('/saved-teas/')).toContain('Nothing saved yet')
    expect((await browser.send('/saved-teas/')).headers.get('location')).toBe('/my-account/saved/')
  })

  test('are merged at sign-in, and forgotten by the browser at sign-out', async () => {
    const { email, id } = await createSignedInUser(shop, 'customer')
    await db.update(users).set({ emailVerified: true }).where(eq(users.id, id))
    const guest = newBrowser()
    await guest.post({ save: simple })
    await guest.send('/my-account/', {
      method: 'POST',
      body: new URLSearchParams({ username: email, password: 'first-flush', login: 'Sign in' }),
    })
    expect(guest.cookies.samovar_saved).toBe(`c.${simple}`)
    expect(await readSavedList(db, { userId: id })).toMatchObject({ items: [{ productId: simple }] })
    const [, href = ''] = /href="([^"]*customer-logout[^"]*)"/.exec(await guest.get('/my-account/saved/')) ?? []
    await guest.send(href.replaceAll('&amp;', '&'))
    expect(guest.cookies.samovar_saved).toBeUndefined()
    expect(await guest.get('/saved-teas/')).toContain('Nothing saved yet')
  })

  test('are forgotten by the browser that ends every sign-in', async () => {
    const { browser } = await signedInBrowser()
    await browser.post({ save: simple })
    expect(browser.cookies.samovar_saved).toBe(`c.${simple}`)
    const page = await browser.get('/my-account/sign-ins/')
    const value = /name="sign-ins-nonce" value="(\w+)"/.exec(page)?.[1] ?? ''
    const body = new URLSearchParams({ everywhere: '1', 'sign-ins-nonce': value })
    await browser.send('/my-account/sign-ins/', { method: 'POST', body })
    expect(browser.cookies.samovar_saved).toBeUndefined()
  })

  test('keep the newest two hundred of a merged list', async () => {
    const { user, browser } = await signedInBrowser()
    await saveTea(db, { userId: user.id }, { productId: onSale, variationId: null }, new Date('2020-01-01T00:00:00Z'))
    const guest = newBrowser()
    await guest.post({ save: simple })
    await pool.query(`
      insert into entries (kind, slug, title, status) select 'product', 'more-' || n, 'More ' || n, 'publish' from generate_series(2, ${MAX_SAVED}) n;
      insert into products (id, type) select id, 'simple' from entries where slug like 'more-%';
      insert into saved_items (list_id, product_id, saved_at)
        select saved_lists.id, entries.id, now() from saved_lists, entries where slug like 'more-%' and guest_key is not null`)
    browser.cookies.samovar_saved_list = guest.cookies.samovar_saved_list ?? ''
    await browser.get('/my-account/saved/')
    const list = await readSavedList(db, { userId: user.id })
    await pool.query(`delete from entries where slug like 'more-%'`)
    expect(list?.items).toHaveLength(MAX_SAVED)
    expect(list?.items.some(({ productId }) => productId === onSale)).toBe(false)
  })

  test('are on the overview of the account, the newest four of them', async () => {
    const { user, browser } = await signedInBrowser()
    expect(await browser.get('/my-account/')).not.toContain('saved-summary')
    for (const [index, productId] of [133, 134, 138, 140, simple].entries()) {
      const savedAt = new Date(clock.time.getTime() + index)
      await saveTea(db, { userId: user.id }, { productId, variationId: null }, savedAt)
    }
    const page = await browser.get('/my-account/')
    expect(page).toContain('All 5 saved teas')
    expect(page).toContain('Golden Needle Green Tea No. 1')
    expect(page).not.toContain('Jade Needle White Tea No. 3')
  })

  test('are deleted with the account', async () => {
    const { user } = await signedInBrowser()
    await saveTea(db, { userId: user.id }, { productId: simple, variationId: null }, clock.time)
    await db.delete(users).where(eq(users.id, user.id))
    expect(await db.$count(savedLists)).toBe(0)
  })
})

describe('a customer with two devices', () => {
  const ask = (device: ReturnType<typeof newBrowser>) => device.post({}, script)

  test('sees on each what the other has saved, by an answer without content after the page has loaded', async () => {
    const { user, browser: phone } = await signedInBrowser()
    const laptop = newBrowser({ ...phone.cookies })
    await phone.post({ save: simple }, script)
    expect([phone.cookies.samovar_saved, laptop.cookies.samovar_saved]).toEqual([`c.${simple}`, undefined])
    const answer = await ask(laptop)
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect(laptop.cookies.samovar_saved).toBe(`c.${simple}`)
    await laptop.post({ remove: simple }, script)
    await ask(phone)
    expect(phone.cookies.samovar_saved).toBe('c')
    expect((await ask(phone)).headers.getSetCookie()).toEqual([])
    // The pages are the same for everyone, signed in or not.
    const [own, others] = await Promise.all([phone.send('/shop/'), newBrowser().send('/shop/')])
    expect([await own.text(), own.headers.get('set-cookie')]).toEqual([await others.text(), null])
    await db.delete(sessions).where(eq(sessions.userId, user.id))
    await ask(phone)
    expect(phone.cookies.samovar_saved).toBeUndefined()
  })
})

test('a tea that is saved while the shop deletes it is one that is not there', async () => {
  const { user } = await signedInBrowser()
  const gone = await addProduct(db, 1)
  const saved = await whileDeleting(
    db,
    (tx) => tx.delete(entries).where(eq(entries.id, gone)),
    () => saveTea(db, { userId: user.id }, { productId: gone, variationId: null }, clock.time),
  )
  expect(saved).toEqual({ ok: false, problem: { kind: 'no-such-product' } })
})
