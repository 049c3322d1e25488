import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser, type TestUser } from '../../../../test/support/users.ts'
import { defaultSettings, loadSettings } from '../../../settings.ts'
import { emailTemplateIds } from '../../../shop/orders/messages/order-messages.ts'
import { emails } from '../../../things/messages/emails.table.ts'

const { app, shop, db, enqueuedJobs: jobs } = await openShop({ template: { name: 'empty', prepare: async () => {} } })
let owner: TestUser
let editor: TestUser
beforeAll(async () => {
  owner = await createSignedInUser(shop, 'administrator')
  editor = await createSignedInUser(shop, 'editor')
})

async function call(method: string, path: string, body?: unknown, visitor = owner) {
  const answer = await app.request(path, {
    method,
    headers: { ...visitor.headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, json: (await answer.json()) as Awaited<ReturnType<Response['json']>> }
}

describe('payment methods', () => {
  const path = '/wp-json/samovar/v1/settings/payments'
  const account = {
    account_name: 'Tea House Inc.',
    bank_name: 'Bank of the Lakes',
    institution: '999',
    transit: '00123',
    account_number: '1234567',
  }
  const bacs = {
    enabled: true,
    title: ' Bank transfer ',
    description: 'From your bank.',
    instructions: 'Send it.\nSoon.',
    accounts: [account],
  }

  test('are saved as a whole and normalized; omitted fields stay unchanged', async () => {
    const before = await call('GET', path)
    expect(before.json).toMatchObject({
      stripe_cc: { enabled: true },
      hold_stock_minutes: 60,
      on_hold_days: 10,
      unpaid_max_pieces: 200,
      unpaid_max_products: 40,
      unpaid_max_cents: 300_000,
      first_invoice_number: 1001,
    })
    const saved = await call('PUT', path, { bacs, hold_stock_minutes: 15 })
    expect(saved.status).toBe(200)
    expect(saved.json).toEqual({ ...before.json, bacs: { ...bacs, title: 'Bank transfer' }, hold_stock_minutes: 15 })
    const settings = await loadSettings(db)
    expect(settings.gateways.bacs.accounts).toEqual([
      {
        accountName: 'Tea House Inc.',
        bankName: 'Bank of the Lakes',
        institution: '999',
        transit: '00123',
        accountNumber: '1234567',
      },
    ])
    expect(settings.gateways.cod).toEqual(defaultSettings.gateways.cod)
    expect((await call('GET', path)).json).toEqual(saved.json)
  })

  test.each([
    [{ bacs: { ...bacs, accounts: [{ ...account, transit: '12' }] } }, 'bacs.accounts.0.transit'],
    [{ bacs: { ...bacs, title: ' ' } }, 'bacs.title'],
    [{ bacs: { ...bacs, accounts: [{ ...account, iban: 'x' }] } }, 'bacs.accounts.0.iban'],
    [{ cod: { ...bacs, accounts: undefined, shipping_methods: ['by balloon'] } }, 'cod.shipping_methods.0'],
    [{ hold_stock_minutes: -1 }, 'hold_stock_minutes'],
    [{ hold_stock_minutes: 'soon' }, 'hold_stock_minutes'],
    [{ hold_stock_minutes: '' }, 'hold_stock_minutes'],
    [{ on_hold_days: -1 }, 'on_hold_days'],
    [{ unpaid_max_pieces: 1.5 }, 'unpaid_max_pieces'],
    [{ first_invoice_number: 0 }, 'first_invoice_number'],
    [{ gateways: {} }, 'gateways'],
  ])('%j is refused by field name without changes', async (body, name) => {
    const before = (await call('GET', path)).json
    const answer = await call('PUT', path, body)
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.json.data.params)).toContain(name)
    expect((await call('GET', path)).json).toEqual(before)
  })

  test('can be changed by the owner only', async () => {
    expect((await call('GET', path, undefined, editor)).status).toBe(403)
    expect((await call('PUT', path, { hold_stock_minutes: 1 }, editor)).status).toBe(403)
    expect((await loadSettings(db)).holdStockMinutes).toBe(15)
  })
})

describe('email types', () => {
  const path = '/wp-json/samovar/v1/mail-kinds'

  test('can be previewed, with a sample order and then with the newest one', async () => {
    for (const { id } of shop.messages.types) {
      const { status, json } = await call('GET', `${path}/${id}/preview`)
      expect(status).toBe(200)
      expect(json).toMatchObject({ order_id: 0, html: expect.stringContaining('<!doctype html>') })
    }
    const order = await writeOrder(db, { status: 'processing' })
    const { json } = await call('GET', `${path}/new-order/preview`)
    expect(json).toMatchObject({ order_id: order.id, html: expect.stringContaining('Cast-iron teapot') })
    expect(await db.select().from(emails)).toEqual([])
  })

  test('can be enabled and disabled, and have recipients for the shop’s own emails', async () => {
    const list = (await call('GET', path)).json as { id: string; enabled: boolean }[]
    expect(list.map((kind) => kind.id)).toEqual([
      ...emailTemplateIds,
      ...[
        'new-account',
        'reset-password',
        'password-changed',
        'account-exists',
        'sign-in-code',
        'set-up-code',
        'confirm-account',
        'confirm-email',
        'email-change-asked',
        'email-changed',
        'email-change-undone',
        'email-taken-back',
        'confirm-stock-alert',
        'back-in-stock',
        'staff-invitation',
        'role-changed',
        'new-password',
        'account-deletion-requested',
        'account-deleted',
        'inactive-account',
        'new-sign-in',
        'security-changed',
        'low-stock',
        'no-stock',
        'comment-waits',
        'comment-approved',
        'form-reply',
        'test-mail',
      ],
    ])
    const saved = await call('PUT', `${path}/new-order`, { recipients: ['packing@shop.test', 'olive@shop.test'] })
    expect(saved.json).toMatchObject({ enabled: true, recipients: ['packing@shop.test', 'olive@shop.test'] })
    expect((await call('PUT', `${path}/order-sent`, { enabled: false })).json).toMatchObject({ enabled: false })
    expect((await loadSettings(db)).emails).toMatchObject({ 'order-sent': { enabled: false } })
  })

  test.each([
    ['new-order', { recipients: ['nobody'] }, 400],
    ['order-sent', { recipients: ['spy@shop.test'] }, 400],
    ['order-sent', { enabled: 'yes' }, 400],
    ['no-such-mail', { enabled: true }, 404],
  ])('%s with %j is refused without changes', async (id, body, status) => {
    const before = (await call('GET', path)).json
    expect((await call('PUT', `${path}/${id}`, body)).status).toBe(status)
    expect((await call('GET', path)).json).toEqual(before)
    expect((await call('PUT', `${path}/${id}`, body, editor)).status).toBe(403)
  })
})

describe('emails about an order', () => {
  const emailsOf = (orderId: number) => db.select().from(emails).where(eq(emails.orderId, orderId))

  test('a customer note is sent once; a private one is not', async () => {
    const order = await writeOrder(db, { status: 'processing' })
    const notes = `/wp-json/wc/v3/orders/${order.id}/notes`
    await call('POST', notes, { note: 'Packed twice.' })
    await call('POST', notes, { note: 'We put a sample in.', customer_note: true })
    expect(await emailsOf(order.id)).toMatchObject([
      { template: 'customer-note', recipient: 'ada@shop.test', data: { note: 'We put a sample in.' } },
    ])
  })

  test('an unpaid order gets payment instructions, a paid one its confirmation again, each recorded as a note', async () => {
    const open = await writeOrder(db, { status: 'pending' })
    const paid = await writeOrder(db, { status: 'processing', paidAt: new Date() })
    for (const { id } of [open, paid]) {
      const { status, json } = await call('POST', `/wp-json/wc/v3/orders/${id}/actions/send_order_details`)
      expect([status, json.message]).toEqual([200, 'Order details sent to ada@shop.test, via REST API.'])
    }
    expect(await emailsOf(open.id)).toMatchObject([{ template: 'payment-request' }])
    expect(await emailsOf(paid.id)).toMatchObject([{ template: 'order-confirmation' }])
  })

  test('a failed one can be retried by the owner', async () => {
    const order = await writeOrder(db, { status: 'processing' })
    const [email] = await db
      .insert(emails)
      .values({
        orderId: order.id,
        key: 'x',
        template: 'new-order',
        recipient: 'a@shop.test',
        subject: 'New',
        status: 'failed',
        attempts: 8,
      })
      .returning()
    const path = `/wp-json/samovar/v1/mails/${email?.id}/retry`
    expect((await call('POST', path, {}, editor)).status).toBe(403)
    jobs.length = 0
    expect((await call('POST', path, {})).json).toMatchObject({ status: 'waiting', attempts: 0 })
    expect(jobs).toMatchObject([{ name: 'send-emails' }])
  })
})
