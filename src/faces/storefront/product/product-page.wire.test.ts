import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { newBuyer } from '../../../../test/running/buyer.ts'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { invalidatePageTags } from '../../../platform/web/page-tags.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { entryTags } from '../../../things/entries/entry.ts'
import { attributesOf, noticesOf, openTestProductPage, part, tags, textOf } from './open-test-product-page.ts'

const { app, db, page, pictures, save, simple } = await openTestProductPage()

describe('the gallery', () => {
  test('[GAL-06 large URL, large size, alt, caption from data-caption, caption from title] each image has its large address and size, its alt, and a caption, else a title', async () => {
    await simple('Pictured', { pictureIds: await pictures(3) })
    const { html } = await page('/product/pictured/')
    const gallery = part(html, 'class="woocommerce-product-gallery ', '<div class="summary')
    const images = tags(gallery, 'img')
      .map(attributesOf)
      .filter((image) => image['data-large_image'])
    expect(
      images.map((image) => [image['data-large_image_width'], image['data-large_image_height'], image.alt]),
    ).toEqual([
      ['1200', '1500', 'View 1'],
      ['1200', '900', 'View 2'],
      ['1200', '1500', 'View 3'],
    ])
    expect(images[0]?.['data-large_image']).toMatch(
      /^http:\/\/shop\.test\/wp-content\/uploads\/2026\/11\/view-.*\.webp$/,
    )
    expect(images[0]?.['data-caption']).toBe('A caption with <b>no</b> markup')
    expect([images[1]?.['data-caption'], images[1]?.title]).toEqual(['', 'Title 2'])
    expect(images[0]?.class).toBe('wp-post-image')
    const items = tags(gallery, 'div')
      .map(attributesOf)
      .filter((item) => item['data-thumb'])
    expect(items).toHaveLength(3)
    expect(items[0]?.['data-thumb']).toMatch(/^http:\/\/shop\.test\/wp-content\/uploads\/2026\/11\/view-.*-160w\.webp$/)
    const trigger = tags(gallery, 'a')
      .map(attributesOf)
      .find((link) => link.class?.includes('__trigger'))
    expect(trigger).toMatchObject({
      'aria-label': 'View full-screen image gallery',
      role: 'button',
      'aria-haspopup': 'dialog',
      'aria-controls': 'photoswipe-fullscreen-dialog',
      href: images[0]?.['data-large_image']?.replace('http://shop.test', ''),
    })
  })

  test('[GAL-01] it is sent as sliders of such shops find it before their work, without their names', async () => {
    await simple('Untouched', { pictureIds: await pictures(3) })
    const gallery = part(
      (await page('/product/untouched/')).html,
      'class="woocommerce-product-gallery ',
      '<div class="summary',
    )
    expect(gallery).not.toMatch(/flex-(viewport|control|active|direction)/)
    expect(gallery).toMatch(/<ol [^>]*aria-label="Pictures"/)
  })

  test('[GAL-02] one image: neither thumbnails nor anything to slide', async () => {
    await simple('Alone', { pictureIds: await pictures(1) })
    const { html } = await page('/product/alone/')
    const gallery = part(html, 'class="woocommerce-product-gallery ', '<div class="summary')
    expect(gallery).toContain('woocommerce-product-gallery__image')
    expect(gallery).not.toContain('data-viewport')
    expect(gallery).not.toContain('data-thumbs')
  })

  test('a product without a picture has a gallery with nothing in it', async () => {
    await simple('Bare')
    const { html, status } = await page('/product/bare/')
    expect(status).toBe(200)
    expect(html).toContain('class="woocommerce-product-gallery ')
    expect(html).not.toContain('woocommerce-product-gallery__trigger')
  })
})

describe('kinds of products', () => {
  test('a grouped product lists its parts with a number each, and how each can be had', async () => {
    const cup = await simple('Group Cup', { stock: { tracksInventory: true, onHand: 2 } })
    const pot = await simple('Group Pot', { isSoldIndividually: true })
    const gone = await simple('Group Gone', { stock: { tracksInventory: true, onHand: 0 } })
    const id = await save({
      type: 'grouped',
      name: 'Group Table',
      groupItemIds: [cup, pot, gone, referenceIds.variable],
    })
    const { html } = await page('/product/group-table/')
    const form = part(html, /<form[^>]*grouped_form/, '</form>')
    const inputs = tags(form, 'input').map(attributesOf)
    expect(inputs.filter((input) => input.name?.startsWith('quantity['))).toMatchObject([
      { name: `quantity[${cup}]`, type: 'number', min: '0', max: '2', value: '0' },
      { name: `quantity[${pot}]`, type: 'checkbox', value: '1' },
    ])
    expect(inputs.find((input) => input.name === 'add-to-cart')).toMatchObject({ type: 'hidden', value: String(id) })
    expect(form).toContain('woocommerce-grouped-product-list group_table')
    expect(form).toContain('Select options')
    expect(textOf(form)).toContain('Group Gone Sold out')
    expect(tags(html, 'div').some((tag) => tag.includes('product-type-grouped'))).toBe(true)
  })

  test('an external product is a link to where it is sold, and never goes into a cart', async () => {
    const id = await save({
      type: 'external',
      name: 'Elsewhere',
      regularPriceCents: 2000,
      externalUrl: 'https://books.example/slow-tea?a=1&b=2',
      buttonText: 'Buy it there',
    })
    const { html } = await page('/product/elsewhere/')
    const link = tags(html, 'a')
      .map(attributesOf)
      .find((tag) => tag.class?.includes('single_add_to_cart_button'))
    expect(link?.href).toBe('https://books.example/slow-tea?a=1&b=2')
    expect(link?.rel).toContain('nofollow')
    expect(textOf(part(html, /<a[^>]*single_add_to_cart_button/, '</a>'))).toBe('Buy it there')
    expect(html).not.toContain('<form class="cart')
    expect(html).toContain('Sold and shipped by books.example')

    const buyer = newBuyer(async (path, init) => app.request(path, init))
    expect(await buyer.add(id)).toMatchObject({ error: true })
    expect(buyer.cookies.has('woocommerce_items_in_cart')).toBe(false)
  })

  test('what is sold one at a time has no number field', async () => {
    await simple('One Only', { isSoldIndividually: true })
    const form = part((await page('/product/one-only/')).html, /<form[^>]*class="cart/, '</form>')
    const fields = tags(form, 'input').map(attributesOf)
    expect(fields.filter(({ name }) => name)).toMatchObject([{ type: 'hidden', name: 'quantity', value: '1' }])
  })

  test('up-sells come first in the one row of what to look at next, and what is sold out leads on', async () => {
    const better = await simple('Better One')
    await simple('Good One', { upSellIds: [better], stock: { tracksInventory: true, onHand: 0 } })
    const { html } = await page('/product/good-one/')
    const row = part(html, '<section id="related"', '</section>')
    expect(/post-(\d+)/.exec(row)?.[1]).toBe(String(better))
    expect(html.match(/<section[^>]*products/g)).toHaveLength(1)
    expect(textOf(part(html, 'class="stock out-of-stock"', '</div>'))).toContain('See similar')
  })

  test('a sale says its last day, on the clock of the shop', async () => {
    // Midnight in Toronto after 29 November.
    const saleUntil = new Date('2026-11-30T05:00:00Z')
    await simple('Reduced', { salePriceCents: 800, saleUntil })
    expect((await page('/product/reduced/')).html).toContain('Sale ends Sunday, November 29')
    await simple('Reduced Forever', { salePriceCents: 800 })
    expect((await page('/product/reduced-forever/')).html).not.toContain('Sale ends')
  })
})

describe('adding a group', () => {
  let group = 0
  let cup = 0
  let pot = 0
  const fetchPath = async (path: string, init?: RequestInit) => app.request(path, init)
  beforeAll(async () => {
    cup = await simple('Set Cup', { stock: { tracksInventory: true, onHand: 5 } })
    pot = await simple('Set Pot', { stock: { tracksInventory: true, onHand: 1 } })
    group = await save({ type: 'grouped', name: 'Set', groupItemIds: [cup, pot] })
  })
  /** Submits the form as a browser without JavaScript does, and follows the redirect. */
  const send = async (buyer: ReturnType<typeof newBuyer>, fields: Record<string, string>) => {
    const answer = await buyer.post('/product/set/', { 'add-to-cart': String(group), ...fields })
    expect(answer.status).toBe(303)
    return noticesOf(await (await buyer.send(answer.headers.get('location') ?? '')).text())
  }
  const inCart = async (buyer: ReturnType<typeof newBuyer>) =>
    textOf(part(await (await buyer.send('/cart/')).text(), 'woocommerce-cart-form__contents', '</table>'))

  test('everything that was chosen goes in with one button, and is told', async () => {
    const buyer = newBuyer(fetchPath)
    const output = await send(buyer, { [`quantity[${cup}]`]: '2', [`quantity[${pot}]`]: '1' })
    expect(output).toContain('2 × “Set Cup” have been added to your cart.')
    expect(output).toContain('“Set Pot” has been added to your cart.')
    expect(await inCart(buyer)).toMatch(/Set Cup.*Set Pot/)
  })

  test('nothing chosen: says what to do, and nobody gets a cart', async () => {
    const buyer = newBuyer(fetchPath)
    const said = await send(buyer, { [`quantity[${cup}]`]: '0', [`quantity[${pot}]`]: '' })
    expect(said).toContain('Please choose the quantity of items you wish to add to your cart…')
    expect(buyer.cookies.has('woocommerce_items_in_cart')).toBe(false)
    expect(await send(newBuyer(fetchPath), {})).toContain('Please choose the quantity of items')
  })

  test('what there is goes in, what there is not is told by name', async () => {
    const buyer = newBuyer(fetchPath)
    const said = await send(buyer, { [`quantity[${cup}]`]: '3', [`quantity[${pot}]`]: '2' })
    expect(said).toContain('3 × “Set Cup” have been added')
    expect(said).toContain('You cannot add that amount of “Set Pot”')
    expect(await inCart(buyer)).not.toContain('Set Pot')
  })

  test('the same without leaving the page: fragments when all went in, else the page that tells', async () => {
    const buyer = newBuyer(fetchPath)
    const all = await buyer.add(group, 0, { quantity: '', [`quantity[${cup}]`]: '1' })
    expect(all.fragments?.['div.widget_shopping_cart_content']).toContain('Set Cup')
    const some = await buyer.add(group, 0, { quantity: '', [`quantity[${cup}]`]: '1', [`quantity[${pot}]`]: '9' })
    expect(some).toEqual({ error: true, product_url: 'http://shop.test/product/set/' })
    const said = noticesOf(await (await buyer.send('/product/set/')).text())
    expect(said).toContain('“Set Cup” has been added')
    expect(said).toContain('You cannot add that amount of “Set Pot”')
  })

  test('an answer that was lost and is asked for again adds once', async () => {
    const buyer = newBuyer(fetchPath)
    const fields = { quantity: '', [`quantity[${cup}]`]: '2', request_id: 'a-name-of-its-own' }
    await buyer.add(group, 0, fields)
    await buyer.add(group, 0, fields)
    expect(await inCart(buyer)).toContain('Set Cup')
    const cart = (await (await buyer.send('/wp-json/wc/store/v1/cart')).json()) as { items: { quantity: number }[] }
    expect(cart.items.map((item) => item.quantity)).toEqual([2])
  })
})

test('shipping and returns are linked while their page can be opened', async () => {
  await simple('Returnable')
  const link = async () =>
    part((await page('/product/returnable/')).html, '<div class="summary', '<div class="product_meta').includes(
      '/shipping-returns/',
    )
  expect(await link()).toBe(false)
  const published = await db
    .insert(entries)
    .values({ kind: 'page', slug: 'shipping-returns', title: 'Shipping and returns', status: 'publish' })
    .returning()
  const changed = published.flatMap(entryTags)
  await db.transaction((tx) => invalidatePageTags(tx, changed))
  await expect.poll(link).toBe(true)
  await db.update(entries).set({ status: 'draft' }).where(eq(entries.slug, 'shipping-returns'))
  await db.transaction((tx) => invalidatePageTags(tx, changed))
  await expect.poll(link).toBe(false)
})

test('the policy of the page allows the videos of its description', async () => {
  const frameOf = async (slug: string) =>
    /frame-src [^;]*/.exec((await app.request(`/product/${slug}/`)).headers.get('content-security-policy') ?? '')?.[0]
  const content = '<p>Pouring</p><iframe src="https://www.youtube.com/embed/abc"></iframe>'
  await simple('Filmed', { content })
  await simple('Unfilmed')
  expect(await frameOf('filmed')).toContain('https://www.youtube.com')
  expect(await frameOf('unfilmed')).not.toContain('youtube')
})

test('[SITE-10] pictures and videos of a description are lazy, and it has the class by which the script finds them', async () => {
  const content =
    '<p>Pouring</p><img src="/wp-content/uploads/2026/11/pot.webp" alt="Pot"><iframe src="https://www.youtube.com/embed/abc"></iframe>'
  await simple('Filmed lazily', { content })
  const { html } = await page('/product/filmed-lazily/')
  const tab = part(html, 'id="tab-description"', 'id="tab-reviews"')
  expect(tab).toMatch(/<div class="entry-content [^"]*"><p>Pouring/)
  expect(tab).toContain('<img data-resize loading="lazy" decoding="async" src="/wp-content/uploads/2026/11/pot.webp"')
  expect(tab).toMatch(/<iframe data-src="https:\/\/www.youtube.com\/embed\/abc"><\/iframe><noscript><iframe src=/)
  await simple('Unfilmed and unpictured', { content: '<p>Pouring</p>' })
  const plain = await page('/product/unfilmed-and-unpictured/')
  expect(plain.html).toContain('<p>Pouring')
  expect(plain.html).not.toMatch(/<div class="entry-content /)
})
