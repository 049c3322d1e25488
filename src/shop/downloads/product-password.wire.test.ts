import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { newBuyer, ontario, senderFrom } from '../../../test/running/buyer.ts'
import { entries } from '../../things/entries/entries.table.ts'
import type { ProductInput } from '../catalog/product-record.ts'
import { saveProduct } from '../catalog/save-product.ts'
import { openTestDownloads } from './open-test-downloads.ts'

const { clock, made, get, guide, app, db } = await openTestDownloads()

describe('a product with a password', () => {
  const secret = 'Only for friends of the house'

  async function locked(password: string) {
    const id = await guide([], { isVirtual: false })
    await db
      .update(entries)
      .set({ password, excerpt: `<p>${secret}</p>`, seoDescription: secret })
      .where(eq(entries.id, id))
    const [entry] = await db.select().from(entries).where(eq(entries.id, id))
    return { id, path: `/product/${entry?.slug}/` }
  }

  test('shows its name and asks; its texts are in no feed, API or data of search engines, and nobody can buy it', async () => {
    const { id, path } = await locked('oolong')
    const page = await (await get(path)).text()
    expect(page).toContain('post_password')
    expect(page).toContain(`Brewing guide ${made.guides}`)
    for (const at of [
      path,
      `${path}feed/`,
      '/shop/feed/',
      `/wp-json/wc/store/v1/products/${id}`,
      `${path}?sktbuilder=true`,
    ])
      expect(await (await get(at)).text(), at).not.toContain(secret)
    const json = (await (await get(`/wp-json/wc/store/v1/products/${id}`)).json()) as { is_purchasable: boolean }
    expect(json.is_purchasable).toBe(false)
    const buyer = newBuyer(senderFrom(app, '203.0.113.60'))
    expect(await buyer.add(id)).toMatchObject({ error: true })
  })

  test('hides the texts of its variations, too, and the Store API says that it has one', async () => {
    const make = async (input: ProductInput) => {
      const saved = await db.transaction((tx) => saveProduct(tx, input, { now: clock.time }))
      if (!saved.ok) throw new Error(saved.problem.kind)
      return saved.id
    }
    const id = await make({ type: 'variable', name: 'Guide by season' })
    const variation = await make({ type: 'variation', parentId: id, content: `<p>${secret}</p>`, regularPriceCents: 5 })
    const answers = () =>
      Promise.all(
        [`/${id}`, `/${variation}`, '?type=variation&per_page=100'].map(async (path) => {
          const body = await (await get(`/wp-json/wc/store/v1/products${path}`)).text()
          return [body.includes(secret), body.includes('"is_password_protected":true')]
        }),
      )
    const open = [false, false]
    expect(await answers()).toEqual([open, [true, false], [true, false]])
    await db.update(entries).set({ password: 'oolong' }).where(eq(entries.id, id))
    const hidden = [false, true]
    expect(await answers()).toEqual([hidden, hidden, hidden])
  })

  test('opens with it in this browser alone, from no cache, and goes to the cart and an order', async () => {
    const { id, path } = await locked('oolong & more')
    const buyer = newBuyer(senderFrom(app, '203.0.113.61'))
    expect((await buyer.post(path, { post_password: 'OOLONG' })).status).toBe(403)
    const entered = await buyer.post(path, { post_password: 'oolong & more' })
    expect(entered.status).toBe(303)
    expect(entered.headers.get('set-cookie')).toMatch(/^wp-postpass_samovar=[\w-]+; Max-Age=864000; .*HttpOnly/)
    const open = await buyer.send(path)
    expect(open.headers.get('cache-control')).toContain('no-store')
    const html = await open.text()
    expect(html).toContain(secret)
    expect(html).toContain('single_add_to_cart_button')
    expect(await (await get(path)).text()).not.toContain(secret)
    expect((await buyer.add(id)).error).toBeUndefined()
    const bought = await buyer.checkout(await buyer.openCheckout(), { ...ontario, payment_method: 'bacs' })
    expect(bought.result).toBe('success')
    const forged = (await buyer.send('/')) && [...buyer.cookies].find(([name]) => name.startsWith('wp-postpass_'))
    expect(await (await get(path, { cookie: `${forged?.[0]}=oolong%20%26%20more` })).text()).not.toContain(secret)
    await db.update(entries).set({ password: 'another' }).where(eq(entries.id, id))
    expect(await (await buyer.send(path)).text()).not.toContain(secret)
  })

  test('[MINI-05 removal with undo] comes back to the cart of whoever had unlocked it', async () => {
    const { id, path } = await locked('oolong')
    const buyer = newBuyer(senderFrom(app, '203.0.113.64'))
    await buyer.post(path, { post_password: 'oolong' })
    await buyer.add(id)
    const cart = async () => (await buyer.send('/cart/')).text()
    const remove = /href="([^"]+)" class="remove /.exec(await cart())?.[1]?.replaceAll('&amp;', '&') ?? ''
    await buyer.send(remove)
    const undo = /href="([^"]+)" class="restore-item"/.exec(await cart())?.[1]?.replaceAll('&amp;', '&') ?? ''
    await buyer.send(undo)
    expect(await cart()).toContain('is back in your cart')
  })

  test('takes no review of somebody who does not know it', async () => {
    const { id, path } = await locked('oolong')
    const buyer = newBuyer(senderFrom(app, '203.0.113.63'))
    const review = () =>
      buyer.post('/wp-comments-post.php', {
        comment_post_ID: String(id),
        comment_parent: '0',
        author: 'Ada',
        email: 'ada@shop.test',
        comment: 'A tea for friends of the house.',
        rating: '5',
      })
    expect((await review()).status).toBe(403)
    await buyer.post(path, { post_password: 'oolong' })
    expect((await review()).status).toBe(302)
  })

  test('is not guessed: after ten tries of a network even the right one waits', async () => {
    const { path } = await locked('oolong')
    const buyer = newBuyer(senderFrom(app, '203.0.113.62'))
    for (let count = 0; count < 10; count += 1) await buyer.post(path, { post_password: `tea${count}` })
    expect((await buyer.post(path, { post_password: 'oolong' })).status).toBe(429)
  })
})
