/** No payment leaves a secret behind: not in the log, the database, cached pages or emails. */
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openLog } from '../../src/platform/log/open-log.ts'
import { openPaymentService } from '../../src/shop/gateways/open-payment-service.ts'
import { renderEmail } from '../../src/shop/orders/messages/order-messages.ts'
import { orders } from '../../src/shop/orders/orders.table.ts'
import { readOrder } from '../../src/shop/orders/orders-read.store.ts'
import { payments } from '../../src/shop/orders/payments/payments.table.ts'
import { reconcilePayments } from '../../src/shop/reconciliation/payment-jobs.ts'
import { emails } from '../../src/things/messages/emails.table.ts'
import { cards, cardToken, completeAuthentication, newBuyer } from '../running/buyer.ts'
import { startFaultyProvider } from '../support/faulty-provider.ts'
import { providerEvents } from '../support/provider-events.ts'
import { referenceIds } from '../support/reference-shop.ts'
import { openShop } from '../support/shop.ts'

const opened = await openShop({ settings: { termsPage: null } })
const { app, shop, db, provider, enqueuedJobs } = opened
const { about, deliver } = providerEvents(opened)
const line = await startFaultyProvider(provider.url)

let logged = ''
const log = openLog({ LOG_LEVEL: 'trace' }, { write: (entry: string) => void (logged += entry) })
const keys = { ...provider }
Object.assign(shop, {
  log,
  payments: openPaymentService({ keys, sandboxOrigin: line.url, shopperTimeoutMs: 2000, log }),
})

/** Finds every card number that was typed, every secret key, and every client secret. */
const isSecret = (text: string): RegExpExecArray | null =>
  new RegExp(
    [
      ...Object.values(cards),
      ...Object.values(cards).map((number) => number.replaceAll(/(.{4})(?=.)/g, '$1 ?')),
      provider.secretKey,
      provider.webhookSecret,
      'client_secret"?\\s*[:=]\\s*"?[ps]',
      '_secret_[A-Za-z0-9]{8,}',
    ].join('|'),
  ).exec(text)

async function buyWith(number: string): Promise<string> {
  const buyer = newBuyer(async (path, init) => app.request(path, init))
  await buyer.add(referenceIds.simple)
  const page = await buyer.openCheckout()
  const token = await cardToken({ ...page, providerUrl: provider.url }, number)
  const answer = await buyer.checkout(page, { payment_method: 'stripe_cc', stripe_cc_token_key: token })
  if (answer.redirect?.startsWith('#response='))
    await completeAuthentication({ ...page, providerUrl: provider.url }, answer.redirect)
  await buyer.send(answer.redirect?.replace(shop.url, '') ?? '/checkout/')
  return answer.redirect ?? ''
}

test('no card number, key or client secret is logged, stored, cached or mailed', async () => {
  const redirect = await buyWith(cards.requiresAuthentication)
  // The browser receives a client secret, which shows that `isSecret` finds one.
  expect(isSecret(Buffer.from(decodeURIComponent(redirect.slice('#response='.length)), 'base64').toString())).not.toBe(
    null,
  )
  await buyWith(cards.good)
  await buyWith(cards.declined)
  line.injectFault(/confirm/, { kind: 'disconnect-after' })
  await buyWith(cards.good)
  line.clearFaults()
  for (const { intentId } of await db.select().from(payments)) await deliver(await about(intentId ?? ''))
  await reconcilePayments(shop)
  for (const path of ['/', '/shop/', '/checkout/']) await app.request(path)
  // If the provider refuses a key, its error names the key, and the error is logged.
  Object.assign(shop, {
    payments: openPaymentService({
      keys: { ...keys, secretKey: `${keys.secretKey}_wrong` },
      sandboxOrigin: provider.url,
      log,
    }),
  })
  await buyWith(cards.good).catch(() => null)
  expect(logged).toContain('StripeAuthenticationError')

  expect(isSecret(logged)).toBe(null)
  expect(isSecret(JSON.stringify(enqueuedJobs))).toBe(null)
  const { rows: tables } = await db.execute<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema', 'provider_sandbox')`)
  expect(tables.length).toBeGreaterThan(30)
  for (const { schema, name } of tables) {
    const { rows } = await db.execute<{ text: string }>(
      sql`select t::text as text from ${sql.identifier(schema)}.${sql.identifier(name)} t`,
    )
    for (const { text } of rows) expect([name, isSecret(text)]).toEqual([name, null])
  }
  const events = await db.execute<{ text: string }>(sql`select payload::text as text from payment_events`)
  expect(events.rows.length).toBeGreaterThan(5)
  expect(events.rows.some(({ text }) => text.includes('"payment_intent"'))).toBe(true)

  const sent = await db.select().from(emails)
  expect(sent.length).toBeGreaterThan(1)
  for (const { orderId, template, data } of sent) {
    const order = orderId === null ? null : await readOrder(db, orderId)
    if (!order) continue
    const email = renderEmail(template as Parameters<typeof renderEmail>[0], order, data as never, {
      url: shop.url,
      settings: shop.settings(),
    })
    expect([template, isSecret(JSON.stringify(email))]).toEqual([template, null])
  }
  expect(await db.$count(orders)).toBeGreaterThan(2)
})

test('pages that all visitors share contain nothing of a payment', async () => {
  expect(shop.pages.size.pages).toBeGreaterThan(0)
  for (const path of ['/', '/shop/']) {
    const html = await (await app.request(path)).text()
    expect([path, isSecret(html), html.includes(provider.publishableKey)]).toEqual([path, null, false])
  }
})
