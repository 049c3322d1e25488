import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { SHOP_URL } from '../../../test/support/shop.ts'
import { setStock } from '../../../test/support/stock.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { stockLevels } from '../inventory/stock.table.ts'
import { openTestSaved } from './open-test-saved.ts'
import { deleteExpiredLists, saveTea } from './saved.store.ts'
import { savedItems, savedLists } from './saved.table.ts'
import { cleanShareName, MAX_SAVED } from './saved.ts'

const { clock, script, names, newBrowser, signedInBrowser, app, db, pool, simple, onSale, soldOut, variable, sizes } =
  await openTestSaved()

describe('saved teas of a guest', () => {
  test('are saved by a plain form, which returns to its page and says so once', async () => {
    const guest = newBrowser()
    const answer = await guest.post({ save: simple }, { referer: `${SHOP_URL}/shop/?orderby=price` })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/shop/?orderby=price'])
    expect(await guest.get('/shop/')).toContain('is saved.')
    expect(guest.cookies.samovar_saved).toBe(String(simple))
    const page = await guest.get('/saved-teas/')
    expect(names(page)).toEqual(['Golden Needle Green Tea No. 1'])
    expect(page).toContain('noindex')
    expect(page).toContain(`?add-to-cart=${simple}`)
  })

  test('by script are answered without a page, and removed again', async () => {
    const guest = newBrowser()
    expect((await guest.post({ save: simple }, script)).status).toBe(204)
    expect((await guest.post({ save: onSale }, script)).status).toBe(204)
    expect(guest.cookies.samovar_saved).toBe(`${onSale}.${simple}`)
    expect((await guest.post({ remove: onSale }, script)).status).toBe(204)
    expect(guest.cookies.samovar_saved).toBe(String(simple))
    expect(guest.cookies.samovar_flash).toBeUndefined()
    await guest.post({ remove: simple }, script)
    expect(guest.cookies.samovar_saved).toBeUndefined()
    expect(await guest.get('/saved-teas/')).toContain('Nothing saved yet')
  })

  describe('pressed on a page that was left before the shop had answered', () => {
    const pressed = `${onSale}:.${variable}:${sizes['100-g']}.-${simple}`

    test('are in the list that is opened next, which forgets the presses', async () => {
      const guest = newBrowser()
      await guest.post({ save: simple }, script)
      guest.cookies.samovar_pressed = pressed
      const page = await guest.get('/saved-teas/')
      expect(names(page)).toHaveLength(2)
      expect(page).toContain('<span>100 g</span>')
      expect(guest.cookies.samovar_pressed).toBeUndefined()
      expect(guest.cookies.samovar_saved?.split('.').toSorted()).toEqual([`${onSale}`, `${variable}`].toSorted())
    })

    test('start one list, by a script, which forgets the answered ones itself, or by a form', async () => {
      for (const headers of [script, undefined]) {
        const guest = newBrowser({ samovar_pressed: pressed })
        expect((await guest.post({}, headers)).status).toBe(headers ? 204 : 303)
        expect(guest.cookies.samovar_pressed).toBe(headers ? pressed : undefined)
        expect(guest.cookies.samovar_saved?.split('.').toSorted()).toEqual([`${onSale}`, `${variable}`].toSorted())
      }
      expect(await db.$count(savedLists)).toBe(2)
    })

    test('are refused with the reason, and the others are saved', async () => {
      const guest = newBrowser({ samovar_pressed: `99999999:.${simple}:` })
      expect((await guest.post({}, script)).status).toBe(404)
      await guest.post({})
      expect(await guest.get('/shop/')).toContain('This product is not sold here any more.')
      expect(names(await guest.get('/saved-teas/'))).toEqual(['Golden Needle Green Tea No. 1'])
    })

    test.each([[''], ['.'], ['-'], ['c'], ['1:2:3'], ['1;2'], ['%00'], ['9'.repeat(4000)]])(
      'are nothing if the cookie is %j',
      async (cookie) => {
        const guest = newBrowser({ samovar_pressed: cookie })
        expect((await guest.send('/saved-teas/')).status).toBe(200)
        expect([204, 404]).toContain((await guest.post({}, script)).status)
        expect(await db.$count(savedLists)).toBe(0)
      },
    )
  })

  test('remember the size that was chosen, and forget no size when saved without one', async () => {
    const guest = newBrowser()
    await guest.post({ save: variable, variation_id: sizes['100-g'] })
    await guest.post({ save: variable, variation_id: '0' })
    const page = await guest.get('/saved-teas/')
    expect(page).toContain('<span>100 g</span>')
    expect(page).toContain(`?add-to-cart=${sizes['100-g']}`)
    expect(page).toContain('attribute_pa_size=100-g')
    await guest.post({ save: variable, variation_id: simple })
    expect(await guest.get('/saved-teas/')).toContain('<span>100 g</span>')
  })

  test('show what is sold out or no longer sold, and keep it', async () => {
    const guest = newBrowser()
    for (const id of [simple, soldOut, onSale]) await guest.post({ save: id })
    await db.update(entries).set({ status: 'private' }).where(eq(entries.id, onSale))
    const page = await guest.get('/saved-teas/')
    await db.update(entries).set({ status: 'publish' }).where(eq(entries.id, onSale))
    expect(names(page)).toHaveLength(3)
    expect(page).toContain('No longer sold')
    expect(page).toContain('Tell me when back')
    expect(page).not.toContain(`?add-to-cart=${onSale}`)
  })

  test('are shown with the stock of this moment', async () => {
    const guest = newBrowser()
    await guest.post({ save: simple })
    const before = await db.select().from(stockLevels).where(eq(stockLevels.productId, simple))
    await setStock(db, simple, 1)
    expect(await guest.get('/saved-teas/')).toContain('Only 1 left')
    await db.delete(stockLevels).where(eq(stockLevels.productId, simple))
    if (before[0]) await db.insert(stockLevels).values(before[0])
  })

  test.each([['0'], ['-1'], ['99999999'], ['1e3'], ['131;'], [String(sizes['50-g'])]])(
    'refuse %s, which is no product, and store nothing',
    async (id) => {
      const guest = newBrowser()
      expect((await guest.post({ save: id }, script)).status).toBe(404)
      expect(guest.cookies).toEqual({})
      expect(await db.$count(savedLists)).toBe(0)
    },
  )

  test('are limited, and say so', async () => {
    const owner = { guestKey: 'full' }
    await saveTea(db, owner, { productId: simple, variationId: null }, clock.time)
    await pool.query(`
      insert into entries (kind, slug, title, status) select 'product', 'many-' || n, 'Many ' || n, 'publish' from generate_series(2, ${MAX_SAVED}) n;
      insert into products (id, type) select id, 'simple' from entries where slug like 'many-%';
      insert into saved_items (list_id, product_id, saved_at)
        select saved_lists.id, entries.id, now() from saved_lists, entries where slug like 'many-%'`)
    expect(await saveTea(db, owner, { productId: onSale, variationId: null }, clock.time)).toEqual({
      ok: false,
      problem: { kind: 'list-full' },
    })
    expect(await saveTea(db, owner, { productId: simple, variationId: null }, clock.time)).toMatchObject({ ok: true })
    expect(await db.$count(savedItems)).toBe(MAX_SAVED)
    await pool.query(`delete from entries where slug like 'many-%'`)
  })

  test('of one network are started at most sixty times an hour', async () => {
    const headers = { ...script, 'x-forwarded-for': '198.51.100.7' }
    const statuses = new Map<number, number>()
    for (let index = 0; index < 62; index += 1) {
      const { status } = await newBrowser().post({ save: simple }, headers)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    expect(Object.fromEntries(statuses)).toEqual({ 204: 60, 429: 2 })
  })

  test('are deleted when the browser has not come back for ninety days', async () => {
    const guest = newBrowser()
    await guest.post({ save: simple })
    clock.time = new Date('2027-02-20T12:00:00Z')
    expect(await deleteExpiredLists(db, clock.time)).toBe(0)
    clock.time = new Date('2027-02-22T12:00:00Z')
    expect(await deleteExpiredLists(db, clock.time)).toBe(1)
    expect(await guest.get('/saved-teas/')).toContain('Nothing saved yet')
  })

  test('are kept for ninety days after each visit to the list, as are their cookies', async () => {
    const guest = newBrowser()
    await guest.post({ save: simple })
    clock.time = new Date('2027-01-22T12:00:00Z')
    const visit = await guest.send('/saved-teas/')
    const renewed = visit.headers.getSetCookie().filter((cookie) => cookie.includes('Max-Age=7776000'))
    expect(renewed.map((cookie) => cookie.split('=')[0])).toEqual(['samovar_saved_list', 'samovar_saved'])
    clock.time = new Date('2027-04-21T12:00:00Z')
    expect(await deleteExpiredLists(db, clock.time)).toBe(0)
    clock.time = new Date('2027-04-23T12:00:00Z')
    expect(await deleteExpiredLists(db, clock.time)).toBe(1)
  })

  test('are found by no key that this shop has not signed', async () => {
    const guest = newBrowser()
    await guest.post({ save: simple })
    const [key = '', signature = ''] = guest.cookies.samovar_saved_list?.split('.') ?? []
    for (const forged of [key, `${key}.`, `${key}.${signature.slice(1)}x`, `x${key}.${signature}`, `.${signature}`])
      expect(await newBrowser({ samovar_saved_list: forged }).get('/saved-teas/')).toContain('Nothing saved yet')
  })

  test('do not leave the site on the way back', async () => {
    for (const referer of ['https://evil.example/', `${SHOP_URL}//evil.example/`, 'javascript:alert(1)', '']) {
      const answer = await newBrowser().post({ save: simple }, { referer })
      expect(answer.headers.get('location')).toBe('/saved-teas/')
    }
  })
})

describe('a shared list', () => {
  const linkIn = (page: string) => new RegExp(`${SHOP_URL}(/saved-teas/[\\w-]{22}/)`).exec(page)?.[1] ?? ''

  test('shows its name and teas to whoever has the link, until its owner ends it', async () => {
    const { browser, user } = await signedInBrowser()
    for (const id of [simple, soldOut]) await browser.post({ save: id })
    await browser.post({ share: '1', share_name: ' Teas for <b>Maya</b> http://spam.example ' })
    const link = linkIn(await browser.get('/my-account/saved/'))
    const answer = await newBrowser().send(link)
    const page = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(answer.headers.get('referrer-policy')).toBe('same-origin')
    expect(page).toContain('noindex')
    expect(page).toContain('Teas for b Maya b http spam example')
    expect(page).toContain('Golden Needle Green Tea No. 1')
    for (const secret of [user.email, 'Ada Leaf']) expect(page).not.toContain(secret)
    await browser.post({ unshare: '1' })
    expect((await newBrowser().send(link)).status).toBe(404)
    await browser.post({ share: '1' })
    expect(linkIn(await browser.get('/my-account/saved/'))).not.toBe(link)
  })

  test('keeps its link when it is renamed, and when its owner signs in', async () => {
    const guest = newBrowser()
    await guest.post({ save: simple })
    await guest.post({ share: '1' })
    const link = linkIn(await guest.get('/saved-teas/'))
    await guest.post({ share: '1', share_name: 'Birthday' })
    expect(linkIn(await guest.get('/saved-teas/'))).toBe(link)
    await signedInBrowser(guest)
    await guest.get('/my-account/saved/')
    expect(await (await newBrowser().send(link)).text()).toContain('Birthday')
  })

  test('is changed only by its owner', async () => {
    const owner = newBrowser()
    await owner.post({ save: simple })
    await owner.post({ share: '1' })
    const link = linkIn(await owner.get('/saved-teas/'))
    const other = newBrowser()
    const attempts: Record<string, string | number>[] = [
      { remove: simple },
      { unshare: '1' },
      { share: '1', share_name: 'Mine' },
    ]
    for (const fields of attempts) await other.post(fields, { referer: SHOP_URL + link })
    expect(names(await owner.get('/saved-teas/'))).toHaveLength(1)
    expect((await other.send(link)).status).toBe(200)
  })

  test.each([['x'.repeat(22)], ['x'], ['%00'], ["'"]])('is not found by %s', async (token) => {
    expect([400, 404]).toContain((await app.request(`/saved-teas/${token}/`)).status)
  })
})

test('nothing on a cached page depends on who asks', async () => {
  const { browser } = await signedInBrowser()
  await browser.post({ save: simple }, script)
  for (const path of ['/shop/', '/product/golden-needle-green-tea-no-1/'])
    expect(await browser.get(path)).toBe(await newBrowser().get(path))
})

test.each([
  ['  Teas   for Zoë & Søren!  ', 'Teas for Zoë & Søren!'],
  ['<script>', 'script'],
  ['☎ 555 www.example.com', '555 www example com'],
  ['x'.repeat(99), 'x'.repeat(40)],
  ['\u202e\n', ''],
])('the name %j of a list becomes %j', (typed, name) => {
  expect(cleanShareName(typed)).toBe(name)
})
