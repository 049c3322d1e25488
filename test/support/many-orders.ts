/**
 * Customers and orders of a large shop, for measurements and query plans: orders of three years, by guests and
 * customers, with one to three lines, shipping, tax, notes, payments, emails and refunds. Everything is derived from
 * an order's number.
 */
import { sql } from 'drizzle-orm'
import type { Db } from '../../src/platform/database/connect.ts'
import { compareChangedPayments } from '../../src/shop/orders/payments/order-payments.store.ts'
import { refreshTotals, resetTotals } from '../../src/shop/reports/refresh-totals.store.ts'

const firstNames =
  'Ada Bea Cleo Dora Elsa Finn Gwen Hugo Iris Jane Kofi Lena Mina Noor Olga Pia Quinn Rosa Sami Tova Uma Vera Wim Xena Yara Zoe'
const lastNames =
  'Leaf Bloom Kettle Moss Reed Stone Brook Hill Lake Frost Vale Wood Field Rain Thorn Birch Ash Fern Heath Marsh Tremblay Roy Singh Chen Nguyen Martin'
const cities = 'Toronto Ottawa Hamilton London Guelph Kingston Windsor Barrie'
const productNames =
  'Sencha Gyokuro Assam Darjeeling Keemun Oolong Puerh Rooibos Chamomile Matcha Teapot Gaiwan Kettle Strainer'
const statuses = 'completed completed completed completed completed completed processing on-hold cancelled refunded'
const sources = 'google newsletter instagram direct direct direct'

const pick = (words: string, number: string) =>
  `(string_to_array('${words}', ' '))[1 + (${number}) % ${words.split(' ').length}]`
/** A pseudo-random number, always the same for the same input; `salt` gives another one. */
const chance = (salt: number, of: number) => `(abs(hashint8(n::bigint * 7919 + ${salt})::bigint) % ${of})`

/** The ids of generated rows start here. */
export const FIRST_ORDER = 10_000_000
const FIRST_CUSTOMER = 10_000_000
const BATCH = 100_000
const DAYS = 1095
const filledTables = ['orders', 'order_lines', 'order_shipping_lines', 'order_tax_lines', 'order_notes', 'payments']

const addressOf = (number: string) => `jsonb_build_object(
  'firstName', ${pick(firstNames, number)}, 'lastName', ${pick(lastNames, `${number} / 26`)} || '-' || (${number} % 9973),
  'company', '', 'address1', (1 + ${number} % 900) || ' Garden Street', 'address2', '',
  'city', ${pick(cities, number)}, 'state', 'ON', 'postcode', 'M5V 2T6', 'country', 'CA',
  'email', 'buyer' || (${number}) || '@many.test', 'phone', '416555' || lpad((${number} % 10000)::text, 4, '0'))`

/** Adds customers and orders; every tenth order is placed by a guest. */
export async function addManyOrders(
  db: Db,
  { customers, orders, now }: Many,
  onProgress: (done: number, of: number) => void = () => {},
): Promise<void> {
  const run = (text: string) => db.execute(sql.raw(text))
  await run(`
    insert into users (id, name, email, email_verified, created_at, billing, shipping)
    select ${FIRST_CUSTOMER} + n, ${pick(firstNames, 'n')} || ' ' || ${pick(lastNames, 'n / 26')} || '-' || (n % 9973),
      'buyer' || n || '@many.test', true, timestamptz '${now.toISOString()}' - (n % 1000) * interval '1 day',
      ${addressOf('n')}, ${addressOf('n')}
    from generate_series(1, ${customers}) n`)
  // With triggers, each order would be processed twice: the rows that triggers maintain are computed for all orders at
  // the end.
  const triggers = async (state: 'enable' | 'disable') => {
    for (const table of filledTables) await run(`alter table ${table} ${state} trigger user`)
  }
  await triggers('disable')
  for (let from = 1; from <= orders; from += BATCH) {
    const to = Math.min(from + BATCH - 1, orders)
    await db.transaction(async (tx) => {
      await tx.execute(sql.raw(ordersFrom(from, to, { customers, orders, now })))
      await tx.execute(sql.raw(partsFrom(from, to)))
      await tx.execute(
        sql.raw(`select refresh_order_search(array(
        select id from orders where id between ${FIRST_ORDER + from} and ${FIRST_ORDER + to}))`),
      )
    })
    onProgress(to, orders)
  }
  await triggers('enable')
  await run('delete from order_counts')
  await run('insert into order_counts select status, own_status, count(*) from orders group by status, own_status')
  await run('insert into payments_to_compare select order_id from payments')
  await compareChangedPayments(db)
  await db.transaction(async (tx) => {
    // A synchronous commit writes the log, so that the vacuum below sees the earlier asynchronous commits as visible to
    // all.
    await tx.execute(sql`set local synchronous_commit = on`)
    await tx.execute(
      sql`update invoice_numbers set last_number = (select coalesce(max(invoice_number), 0) from orders)`,
    )
  })
  for (const table of ['users', 'orders', 'order_lines', 'order_search', 'payments', 'emails'])
    await run(`vacuum analyze ${table}`)
  await resetTotals(db)
  while (!(await refreshTotals(db, { timeZone: 'America/Toronto', untilMs: 600_000 }))) onProgress(orders, orders)
}

/** The number of an order's lines, and the price of a piece in cents before tax: `partsFrom` uses the same. */
const linesOf = (n: string) => `(1 + ${n} % 3)`
const unitCents = `(900 + ${chance(11, 4000)})`

type Many = { readonly customers: number; readonly orders: number; readonly now: Date }

/** Orders are placed in the order of their numbers, each up to a day earlier than an even distribution would give. */
const ordersFrom = (from: number, to: number, { customers, orders, now }: Many) => `
  insert into orders (id, invoice_number, status, order_key, customer_id, items_subtotal_cents, items_total_cents,
    shipping_cents, tax_cents, total_cents, refunded_cents, billing, shipping, payment_method, payment_method_title,
    created_via, attribution, created_at, updated_at, paid_at, completed_at)
  select ${FIRST_ORDER} + n, ${FIRST_ORDER} + n, status, 'wc_order_many' || n,
    case when n % 10 = 0 then null else ${FIRST_CUSTOMER} + buyer end,
    items, items, 995, tax, items + 995 + tax,
    case when status = 'refunded' then items + 995 + tax else 0 end,
    address, address, case when n % 2 = 0 then 'stripe_cc' else 'bacs' end, 'Card or bank transfer', 'checkout',
    jsonb_build_object('source_type', 'utm', 'utm_source', ${pick(sources, chance(3, 600))}), at, at,
    case when status in ('completed', 'processing', 'refunded') then at end,
    case when status in ('completed', 'refunded') then at + interval '1 day' end
  from (
    select n, buyer, ${addressOf('buyer')} as address, items, round((items + 995) * 0.13)::int as tax, status,
      timestamptz '${now.toISOString()}' - (${orders} - n) * interval '${DAYS} days' / ${orders} - (${chance(8, 86_400)}) * interval '1 second' as at
    from (
      select n::int as n, (1 + ${chance(1, 1_000_000_000)} % ${customers})::int as buyer,
        (${linesOf('n')} * (1 + n % 2) * ${unitCents})::int as items,
        case when n % 400 < 380 then ${pick(statuses, chance(5, 900))} else 'completed' end as status
      from generate_series(${from}, ${to}) n
    ) numbered
  ) priced`

const partsFrom = (from: number, to: number) => `
  with lines as (
    insert into order_lines (order_id, product_id, name, sku, quantity, unit_price_cents, subtotal_cents, total_cents,
      tax_cents, tax_class)
    select ${FIRST_ORDER} + n, 1 + (${chance(2, 400)} + line * 31) % 120, ${pick(productNames, `${chance(2, 400)} + line`)} || ' ' || (n % 97),
      'TEA-' || ((n + line) % 5000), 1 + n % 2, unit, (1 + n % 2) * unit, (1 + n % 2) * unit,
      round((1 + n % 2) * unit * 0.13)::int, 'standard'
    from (select n::int as n, ${unitCents}::int as unit from generate_series(${from}, ${to}) n) numbered
    cross join lateral generate_series(1, ${linesOf('n')}) line
  ), shipping as (
    insert into order_shipping_lines (order_id, rate_id, title, total_cents, tax_cents)
    select ${FIRST_ORDER} + n, 'flat_rate:1', 'Flat rate', 995, 129 from generate_series(${from}, ${to}) n
  ), taxes as (
    insert into order_tax_lines (order_id, code, label, rate_per_100k, items_tax_cents, shipping_tax_cents)
    select id, 'CA-ON-HST-1', 'HST', 13000, tax_cents - 129, 129 from orders
    where id between ${FIRST_ORDER + from} and ${FIRST_ORDER + to}
  ), paid as (
    insert into payments (order_id, provider, idempotency_key, intent_id, status, amount_cents, captured_cents,
      refunded_cents, currency, cart_version, charge_id, card_brand, card_last4, card_fingerprint, created_at, updated_at)
    select id, 'stripe', 'many-' || id, 'pi_many' || id, 'succeeded', total_cents, total_cents, refunded_cents, 'CAD', '1',
      'ch_many' || id, 'visa', lpad((id % 9973)::text, 4, '0'), 'card' || customer_id, created_at, created_at
    from orders where id between ${FIRST_ORDER + from} and ${FIRST_ORDER + to} and id % 2 = 0 and paid_at is not null
  ), mails as (
    insert into emails (order_id, template, recipient, subject, status, created_at, sent_at)
    select id, 'order-processing', billing->>'email', 'Your order ' || id, 'sent', created_at, created_at
    from orders where id between ${FIRST_ORDER + from} and ${FIRST_ORDER + to}
  )
  insert into order_notes (order_id, text, created_at)
  select ${FIRST_ORDER} + n, 'Packed by ' || ${pick(firstNames, 'n')}, now()
  from generate_series(${from}, ${to}) n where n % 5 = 0`
