/** Every table with personal data is declared; declared data can be exported, and an erasure deletes it. */
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ada, writeOrder } from '../test/support/orders.ts'
import { openShop } from '../test/support/shop.ts'
import { writeSubmission } from '../test/support/submissions.ts'
import { createSignedInUser } from '../test/support/users.ts'
import { addAddress } from './people/account/address-book.ts'
import { users } from './people/identity/accounts.table.ts'
import { recordConsents } from './people/identity/consents/consents.ts'
import { passkeys } from './people/identity/factors/second-factor.table.ts'
import { createApiKey } from './people/identity/keys/api-keys.store.ts'
import { createToken } from './people/identity/keys/tokens.store.ts'
import { erasePerson, personOf } from './people/privacy/personal-data.ts'
import { privacy } from './personal-data.ts'
import { ERASED_EMAIL } from './platform/privacy/personal-data.ts'
import { carts } from './shop/cart/cart.table.ts'
import { paymentCustomers, savedCards } from './shop/gateways/cards/saved-cards.table.ts'
import { orderNotes, orders } from './shop/orders/orders.table.ts'
import { insertEvent } from './shop/orders/payments/payments.store.ts'
import { payments } from './shop/orders/payments/payments.table.ts'
import { coupons } from './shop/pricing/coupons.table.ts'
import { applyPaymentEvent } from './shop/reconciliation/payment-jobs.ts'
import { savedItems, savedLists } from './shop/saved/saved.table.ts'
import { insertAlert } from './shop/stock-alerts/stock-alerts.store.ts'
import { comments } from './site/comments/comments.table.ts'
import { entries } from './things/entries/entries.table.ts'
import { insertEmails } from './things/messages/emails.store.ts'
import { emails } from './things/messages/emails.table.ts'
import { optOut } from './things/messages/opt-outs.store.ts'

const { db, shop } = await openShop()

test('every table with a user or an email address belongs to a declaration', async () => {
  const { rows } = await db.execute<{ table: string }>(sql`
    select distinct columns.table_name as "table" from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where columns.table_schema = 'public' and table_type = 'BASE TABLE' and (
      column_name ~ '(email|recipient|user_id|customer_id|author_id|actor_id|phone|ip_address|user_agent|used_by)'
      or column_name in ('billing', 'shipping', 'address'))
    union
    select distinct conrelid::regclass::text from pg_constraint
    where contype = 'f' and confrelid = 'users'::regclass`)
  const declared = new Set(privacy.data.flatMap(({ tables }) => tables))
  expect(rows.map(({ table }) => table).filter((table) => !declared.has(table))).toEqual([])
  expect(privacy.data.map(({ id }) => id)).toEqual([...new Set(privacy.data.map(({ id }) => id))])
})

test('every id of an account that the database does not clear itself is cleared when staff delete the account', async () => {
  const { rows } = await db.execute<{ table: string }>(sql`
    select distinct columns.table_name as "table" from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where columns.table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
      and column_name in ('user_id', 'customer_id', 'author_id')
      and not exists (
        select from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
        where contype = 'f' and confrelid = 'users'::regclass
          and conrelid = quote_ident(columns.table_name)::regclass and attname = column_name)`)
  const cleared = new Set(privacy.data.flatMap(({ detach, tables }) => (detach ? tables : [])))
  const logs = ['admin_log', 'privacy_log']
  expect(rows.map(({ table }) => table).filter((table) => !cleared.has(table) && !logs.includes(table))).toEqual([])
})

/** A customer with data in every declared part. */
async function fullCustomer() {
  const user = await createSignedInUser(shop, 'customer', 'Zora Quillfeather')
  const now = shop.now()
  const zora = { ...ada, firstName: 'Zora', lastName: 'Quillfeather', address1: '99 Plume Road', email: user.email }
  await db.update(users).set({ emailVerified: true, billing: zora, shipping: zora }).where(eq(users.id, user.id))
  await addAddress(shop, user.id, { label: 'Cottage of Zora', address: zora })
  const order = await writeOrder(db, {
    customerId: user.id,
    billing: zora,
    shipping: zora,
    status: 'completed',
    customerNote: 'Ring at Quillfeather',
    customerIpAddress: '203.0.113.9',
    userAgent: 'Quillfeather browser',
  })
  const guestOrder = await writeOrder(db, { billing: zora, shipping: zora, status: 'completed' })
  await db
    .insert(orderNotes)
    .values({ orderId: order.id, text: 'Dear Quillfeather', isCustomerNote: true, createdAt: now })
  await db.insert(carts).values({
    sessionKey: String(user.id),
    customerId: user.id,
    billing: zora,
    expiresAt: now,
  })
  const [entry] = await db.select({ id: entries.id }).from(entries).limit(1)
  const comment = {
    entryId: entry?.id ?? 0,
    authorName: 'Zora Quillfeather',
    authorEmail: user.email,
    status: 'approved',
  }
  await db.insert(comments).values([
    { ...comment, status: 'approved', userId: user.id, content: 'Lovely' },
    { ...comment, status: 'approved', content: 'As a guest' },
  ])
  await db.insert(coupons).values({
    code: `zora${user.id}`,
    discountType: 'percent',
    amount: 1000,
    emailRestrictions: [user.email],
  })
  await db.insert(paymentCustomers).values({
    customerId: user.id,
    provider: 'sandbox',
    providerCustomerId: `cus_quill${user.id}`,
    createdAt: now,
  })
  await db.insert(savedCards).values({
    customerId: user.id,
    provider: 'sandbox',
    paymentMethodId: `pm_quill${user.id}`,
    fingerprint: 'quill',
    brand: 'visa',
    last4: '4242',
    expMonth: 12,
    expYear: 2029,
    createdAt: now,
  })
  const [list] = await db.insert(savedLists).values({ userId: user.id, shareName: 'Quillfeather teas' }).returning()
  await db.insert(savedItems).values({ listId: list?.id ?? 0, productId: 131, savedAt: now })
  await insertAlert(db, { productId: 131, email: user.email, userId: user.id, isConfirmed: true }, now)
  await db.insert(passkeys).values({
    userId: user.id,
    name: 'Quillfeather phone',
    publicKey: 'x',
    credentialID: `quill${user.id}`,
    counter: 0,
    deviceType: 'singleDevice',
    backedUp: false,
    createdAt: now,
  })
  await createApiKey(shop, { userId: user.id, description: 'Quillfeather key', permissions: 'read' })
  const validity = { now, lifetimeMs: 3_600_000 }
  const change = { userId: user.id, oldEmail: user.email, newEmail: 'quillfeather@shop.test' }
  await createToken(db, 'confirm-email', change, validity)
  await createToken(db, 'undo-email', change, validity)
  await createToken(db, 'form-draft', { userId: user.id, path: '/', fields: { name: 'Quillfeather' } }, validity)
  const code = { remember: false, redirectTo: null, codeHash: null, attempts: 0 }
  await createToken(db, 'sign-in-code', { email: user.email, ...code }, validity)
  await optOut(db, user.email, ['comment-approved'], now)
  await recordConsents(db, [
    { kind: 'terms', text: 'I agree', place: 'Checkout', email: user.email, userId: user.id, at: now },
  ])
  await writeSubmission(db, { name: 'Zora Quillfeather', email: user.email })
  await db.transaction((tx) =>
    insertEmails(
      tx,
      [{ key: `x${user.id}`, orderId: null, template: 'new-account', recipient: user.email, subject: 'Hi', data: {} }],
      now,
    ),
  )
  return { user, order, guestOrder }
}

/** The tables that contain this text. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: hits } = await db.execute(
      sql`select 1 from ${sql.identifier(name)} row where row::text ilike ${`%${text}%`} limit 1`,
    )
    if (hits.length > 0) found.push(name)
  }
  return found
}

describe('an erasure', () => {
  test('leaves no trace of the person anywhere, keeps the books, and can be repeated', async () => {
    const { user, order, guestOrder } = await fullCustomer()
    expect((await tablesWith('Quillfeather')).length).toBeGreaterThan(5)
    const person = await personOf(db, user.id)
    if (!person) throw new Error('no person')
    for (const { id, read, isForStaff } of privacy.data)
      if (!isForStaff && id !== 'requests') expect([id, (await read(db, person)).length]).not.toEqual([id, 0])

    const erase = () => db.transaction((tx) => erasePerson(tx, person, { privacy, actorId: null, at: shop.now() }))
    await erase()
    expect(await tablesWith('Quillfeather')).toEqual([])
    expect(await tablesWith(user.email)).toEqual([])
    expect(await tablesWith(`cus_quill${user.id}`)).toEqual([])
    for (const before of [order, guestOrder]) {
      const [after] = await db.select().from(orders).where(eq(orders.id, before.id))
      const { invoiceNumber, totalCents, taxCents, status } = before
      expect(after).toMatchObject({ invoiceNumber, totalCents, taxCents, status, customerId: null, customerNote: '' })
      expect(after?.billing).toMatchObject({ email: ERASED_EMAIL, country: 'CA', state: 'ON', phone: '', postcode: '' })
    }
    const written = await db.select().from(comments).where(eq(comments.authorName, 'Former customer'))
    expect(written.map(({ content }) => content)).toEqual(['Lovely', 'As a guest'])
    const [coupon] = await db
      .select()
      .from(coupons)
      .where(eq(coupons.code, `zora${user.id}`))
    expect(coupon?.emailRestrictions).toEqual([ERASED_EMAIL])
    expect(await erase()).toEqual({})
  })

  test('reaches what the payment provider has reported and is not applied yet, and what it reports later', async () => {
    const { user, order } = await fullCustomer()
    const now = shop.now()
    const intentId = `pi_quill${order.id}`
    await db.update(orders).set({ paidAt: now }).where(eq(orders.id, order.id))
    await db.insert(payments).values({
      orderId: order.id,
      provider: 'sandbox',
      idempotencyKey: intentId,
      intentId,
      status: 'succeeded',
      amountCents: order.totalCents,
      capturedCents: order.totalCents,
      currency: 'CAD',
      cartVersion: '0',
      createdAt: now,
      updatedAt: now,
    })
    const type = 'payment_intent.succeeded'
    const report = (id: string) =>
      insertEvent(db, { id, type, intentId, createdAt: now, payload: { name: 'Quillfeather' } }, now)
    await report('evt_before')
    const person = await personOf(db, user.id)
    if (!person) throw new Error('no person')
    await db.transaction((tx) => erasePerson(tx, person, { privacy, actorId: null, at: shop.now() }))
    expect(await tablesWith('Quillfeather')).toEqual([])
    await report('evt_after')
    expect(await tablesWith('Quillfeather')).toEqual([])
    for (const id of ['evt_before', 'evt_after']) await applyPaymentEvent(shop, id)
    expect(await tablesWith('Quillfeather')).toEqual([])
  })

  test('of an unverified account leaves what others did under its address', async () => {
    const { user, order, guestOrder } = await fullCustomer()
    await db.update(users).set({ emailVerified: false }).where(eq(users.id, user.id))
    const person = await personOf(db, user.id)
    expect(person).toEqual({ userId: user.id, email: null })
    if (!person) return
    const [ordersPart] = privacy.data.filter(({ id }) => id === 'orders')
    expect(await ordersPart?.read(db, person)).toHaveLength(1)
    await db.transaction((tx) => erasePerson(tx, person, { privacy, actorId: null, at: shop.now() }))
    const [own] = await db.select().from(orders).where(eq(orders.id, order.id))
    const [guest] = await db.select().from(orders).where(eq(orders.id, guestOrder.id))
    expect([own?.billing.email, guest?.billing.email]).toEqual([ERASED_EMAIL, user.email])
    // The account's own email is deleted nevertheless.
    expect(await db.$count(emails, eq(emails.recipient, user.email))).toBe(0)
  })
})
