/** Pages about a customer's orders: overview, list, search, and writing to the shop about an order. */
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { users } from '../../../people/identity/accounts.table.ts'
import { readOrderNotes } from '../../../shop/orders/orders-read.store.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { sendEmails } from '../../../things/messages/send-emails.ts'

const { app, shop, db, pool } = await openShop()
const owner = await createSignedInUser(shop, 'administrator')
let ada = await createSignedInUser(shop, 'customer')
beforeEach(async () => {
  await pool.query('truncate orders, emails, rate_limits cascade')
  ada = await createSignedInUser(shop, 'customer')
})

const html = async (path: string, { cookie } = ada) => (await app.request(path, { headers: { cookie } })).text()
const rows = (page: string) => page.match(/woocommerce-orders-table__row /g)?.length ?? 0
const write = (changes: Parameters<typeof writeOrder>[1] = {}) => writeOrder(db, { customerId: ada.id, ...changes })

describe('[ACC-02 orders] the overview', () => {
  test('shows the last order with its state and what can be done, and both addresses', async () => {
    await db
      .update(users)
      .set({ billing: { firstName: 'Ada', address1: '1 Kettle Lane', city: 'Toronto' } })
      .where(eq(users.id, ada.id))
    await write({ status: 'completed', createdAt: new Date('2026-01-05T12:00:00Z') })
    await write({ status: 'pending' })
    const page = await html('/my-account/')
    expect(page).toContain('Cast-iron teapot')
    expect(page).toMatch(/class="woocommerce-button button pay /)
    expect(page).toMatch(/class="woocommerce-button button cancel /)
    expect(page).toContain('Progress of this order')
    expect(page).toContain('1 Kettle Lane')
    expect(page).toContain('You have not set up this address yet.')
  })

  test('invites who has not bought yet with teas', async () => {
    const page = await html('/my-account/')
    expect(page).toContain('Your first tea')
    expect(page).toContain('Find a tea')
    expect(page).not.toContain('Your last order')
  })
})

describe('[ACC-02 orders] the page of an order', () => {
  test('says how to pay while a bank transfer is awaited', async () => {
    const payment = { paymentMethod: 'bacs', paymentMethodTitle: 'Bank transfer' }
    const awaited = await write({ ...payment, status: 'on-hold' })
    const page = await html(`/my-account/view-order/${awaited.id}/`)
    expect(page).toContain('How to pay')
    expect(page).toContain('wc-bacs-bank-details-heading')
    const paid = await write({ ...payment, status: 'processing', paidAt: new Date() })
    expect(await html(`/my-account/view-order/${paid.id}/`)).not.toContain('How to pay')
  })
})

describe('[ACC-02 orders] the search', () => {
  test('finds by number, product, choice and SKU, only in one’s own orders', async () => {
    const tea = {
      productId: 1,
      name: 'Misty Sencha',
      sku: 'SEN-50',
      quantity: 1,
      unitPriceCents: 100,
      subtotalCents: 12_206,
    }
    const line = {
      ...tea,
      totalCents: 12_206,
      taxCents: 0,
      taxClass: 'grocery' as const,
      choices: [{ label: 'Size', value: '50 g' }],
    }
    const order = await write({ status: 'processing', invoiceNumber: 71_071, lines: [line] })
    await write({ status: 'processing' })
    await writeOrder(db, { status: 'processing', lines: [line] })
    for (const text of [String(order.id), `#${order.id}`, 'INV-71071', 'sencha', 'Sencha 50 g', 'sen-50', 'LEAF'])
      expect([text, rows(await html(`/my-account/orders/?search=${encodeURIComponent(text)}`))]).toEqual([
        text,
        text === 'LEAF' ? 2 : 1,
      ])
    for (const text of ['%', '_', 'oolong', "'; drop table orders; --"])
      expect([text, rows(await html(`/my-account/orders/?search=${encodeURIComponent(text)}`))]).toEqual([text, 0])
  })
})

describe('[ACC-02 orders] writing to the shop about an order', () => {
  const NONCE = 'samovar-order-message-nonce'
  const nonceOf = async (id: number) =>
    new RegExp(`name="${NONCE}" value="(\\w+)"`).exec(await html(`/my-account/view-order/${id}/`))?.[1] ?? ''
  const send = async (id: number, text: string, nonce?: string, { cookie } = ada) =>
    app.request(`/my-account/view-order/${id}/`, {
      method: 'POST',
      headers: { cookie },
      body: new URLSearchParams({ order_message: text, [NONCE]: nonce ?? (await nonceOf(id)) }),
    })

  test('the shop gets an email that answers to the customer, the customer a copy, the order a note', async () => {
    const { id } = await write({ status: 'processing' })
    const sent = await send(id, ' Please add a card:\r\n“Happy birthday” <b>! ')
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `/my-account/view-order/${id}/`])
    const [note] = await readOrderNotes(db, id)
    expect(note).toMatchObject({
      text: 'Please add a card:\n“Happy birthday” <b>!',
      author: 'Ada Leaf',
      isCustomerNote: true,
    })
    const page = await html(`/my-account/view-order/${id}/`)
    expect(page).toContain('you wrote')
    expect(page).toContain('“Happy birthday” &lt;b&gt;!')

    const delivered: { to: string; subject: string; replyTo?: string; html: string; text: string }[] = []
    const transporter = { sendMail: async (mail: (typeof delivered)[number]) => void delivered.push(mail) }
    await sendEmails(
      shop,
      { transporter: transporter as never, from: 'shop@shop.test', mark: Buffer.from('') },
      (tx, mail) => shop.messages.outgoing(tx, mail),
    )
    const [toShop, copy] = delivered
    expect([toShop?.to, toShop?.replyTo, toShop?.subject]).toEqual([
      ...[shop.settings().ownerEmail, 'ada@shop.test', `[Samovar] Order #${id}: a message from the customer`],
    ])
    expect(toShop?.html).toContain('“Happy birthday” &lt;b&gt;!')
    expect([copy?.to, copy?.replyTo, copy?.text.includes('“Happy birthday”')]).toEqual([
      'ada@shop.test',
      undefined,
      true,
    ])
    expect((await db.select().from(emails)).map(({ status }) => status)).toEqual(['sent', 'sent'])

    const timeline = await app.request(`/wp-json/wc/v3/orders/${id}/notes`, { headers: owner.headers })
    expect(await timeline.json()).toMatchObject([{ author: 'Ada Leaf', customer_note: true }])
  })

  test('a second press of the button is the same message', async () => {
    const { id } = await write({ status: 'processing' })
    const nonce = await nonceOf(id)
    await Promise.all([send(id, 'Hello', nonce), send(id, 'Hello', nonce)])
    expect(await readOrderNotes(db, id)).toHaveLength(1)
    expect(await db.select().from(emails)).toHaveLength(2)
  })

  test.each([
    ['nothing', '  '],
    ['too much', 'x'.repeat(2001)],
  ])('%s is refused, and what was typed stays', async (_, text) => {
    const { id } = await write({ status: 'processing' })
    const refused = await send(id, text)
    const page = await refused.text()
    expect([refused.status, page.includes('data-id="order_message"'), page.includes(text.trim())]).toEqual([
      422,
      true,
      true,
    ])
    expect(await readOrderNotes(db, id)).toEqual([])
  })

  test('without its nonce nothing is sent; of somebody else’s order there is no form', async () => {
    const { id } = await write({ status: 'processing' })
    const refused = await send(id, 'My words', '0123456789')
    expect([refused.status, (await refused.text()).includes('My words')]).toEqual([422, true])
    const nonce = await nonceOf(id)
    const other = await createSignedInUser(shop, 'customer')
    expect((await send(id, 'Hello', nonce, other)).status).toBe(404)
    expect(
      (
        await app.request(`/my-account/view-order/${id}/`, {
          method: 'POST',
          body: new URLSearchParams({ order_message: 'x' }),
        })
      ).status,
    ).toBe(200)
    expect([await readOrderNotes(db, id), await db.select().from(emails)]).toEqual([[], []])
  })

  test('a guest writes with the order’s key, from any browser; without it or its nonce nothing is sent', async () => {
    const order = await writeOrder(db, { status: 'processing' })
    const path = `/checkout/order-received/${order.id}/?key=${order.orderKey}`
    const page = await (await app.request(path)).text()
    const nonce = new RegExp(`name="${NONCE}" value="(\\w+)"`).exec(page)?.[1] ?? ''
    const write = (address: string, fields: Record<string, string>) =>
      app.request(address, { method: 'POST', body: new URLSearchParams({ order_message: 'Ring twice', ...fields }) })
    const wrong = await write(path, { [NONCE]: '0123456789' })
    expect([wrong.status, (await wrong.text()).includes('Ring twice')]).toEqual([422, true])
    for (const address of [`/checkout/order-received/${order.id}/`, `/checkout/order-received/${order.id}/?key=guess`])
      expect(await (await write(address, { [NONCE]: nonce })).text()).not.toContain('Kettle Lane')
    expect(await readOrderNotes(db, order.id)).toEqual([])
    const sent = await write(path, { [NONCE]: nonce })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, path])
    expect(await readOrderNotes(db, order.id)).toMatchObject([{ text: 'Ring twice', isCustomerNote: true }])
    expect((await db.select().from(emails)).map(({ template }) => template).toSorted()).toEqual([
      'order-question',
      'shop-order-question',
    ])
  })

  test('more than five messages an hour have to wait, and are not lost', async () => {
    const { id } = await write({ status: 'processing' })
    for (let nth = 1; nth <= 5; nth += 1) expect((await send(id, `Message ${nth}`)).status).toBe(303)
    const refused = await send(id, 'Message 6')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60)
    const page = await refused.text()
    expect([page.includes('Message 6'), page.includes('Those were many messages.')]).toEqual([true, true])
    expect(await readOrderNotes(db, id)).toHaveLength(5)
  })
})
