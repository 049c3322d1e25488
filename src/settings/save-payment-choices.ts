import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../database/connect.ts'
import { announceTags } from '../web/page-tags.ts'
import {
  longest,
  type PaymentChoices,
  paymentChoicesOf,
  restockChoices,
  shippingKinds,
  storedAccount,
} from './payment-choices.ts'
import { loadSettings, saveSetting } from './settings.store.ts'
import { settings as settingsTable } from './settings.table.ts'

const line = (most: number) => z.string().trim().max(most)
const offered = {
  enabled: z.boolean(),
  title: line(longest.title).min(1, 'Please give it a name.'),
  description: line(longest.description),
}
const explained = { ...offered, instructions: line(longest.instructions) }
const digits = (name: string, count: string, pattern: RegExp) =>
  z.string().trim().regex(pattern, `The ${name} has ${count} digits.`)

const account = z.strictObject({
  account_name: line(100).min(1, 'Please say whose account it is.'),
  bank_name: line(100),
  institution: digits('institution number', '3', /^\d{3}$/),
  transit: digits('transit number', '5', /^\d{5}$/),
  account_number: digits('account number', '5 to 17', /^\d{5,17}$/),
})

const kinds = shippingKinds.map(([kind]) => kind)

/** What may be changed: each way to pay as a whole, and the numbers. What is not named stays. */
const changesOf = z
  .strictObject({
    stripe_cc: z.strictObject(offered),
    bacs: z.strictObject({ ...explained, accounts: z.array(account).max(longest.accounts) }),
    cheque: z.strictObject(explained),
    cod: z.strictObject({ ...explained, shipping_methods: z.array(z.enum(kinds)).max(kinds.length) }),
    hold_stock_minutes: z.int().min(0).max(longest.holdMinutes),
    on_hold_days: z.int().min(0).max(longest.onHoldDays),
    unpaid_max_pieces: z.int().min(0).max(longest.unpaid),
    unpaid_max_products: z.int().min(0).max(longest.unpaid),
    unpaid_max_cents: z
      .int()
      .min(0)
      .max(longest.unpaid * 100),
    first_order_number: z.int().min(1).max(1_000_000_000),
    restock_refunded: z.enum(restockChoices),
  })
  .partial()

export type PaymentChanges = z.infer<typeof changesOf>

/** Reads what somebody wants changed; what is wrong by the name of its field, in words. */
export function readPaymentChanges(
  fields: unknown,
): { ok: true; changes: PaymentChanges } | { ok: false; wrongs: Readonly<Record<string, string>> } {
  const read = changesOf.safeParse(fields)
  if (read.success) return { ok: true, changes: read.data }
  return {
    ok: false,
    wrongs: Object.fromEntries(read.error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message])),
  }
}

/** Writes what was changed and tells every process. Answers all choices as they are now. */
export async function savePaymentChoices(db: Db, changes: PaymentChanges): Promise<PaymentChoices> {
  return db.transaction(async (tx) => {
    // The ways to pay are written as one: two people who save at once come one after the other.
    await tx.execute(sql`lock table ${settingsTable} in share row exclusive mode`)
    const before = await loadSettings(tx)
    const wanted = { ...paymentChoicesOf(before), ...changes }
    const { accounts, ...bacs } = wanted.bacs
    const { shipping_methods: shippingMethods, ...cod } = wanted.cod
    await saveSetting(tx, 'gateways', {
      stripe_cc: wanted.stripe_cc,
      bacs: { ...bacs, accounts: accounts.map(storedAccount) },
      cheque: wanted.cheque,
      cod: { ...cod, shippingMethods },
    })
    await saveSetting(tx, 'holdStockMinutes', wanted.hold_stock_minutes)
    await saveSetting(tx, 'onHoldDays', wanted.on_hold_days)
    await saveSetting(tx, 'unpaidHold', {
      maxPieces: wanted.unpaid_max_pieces,
      maxProducts: wanted.unpaid_max_products,
      maxCents: wanted.unpaid_max_cents,
    })
    await saveSetting(tx, 'firstOrderNumber', wanted.first_order_number)
    await saveSetting(tx, 'restockRefunded', wanted.restock_refunded)
    await announceTags(tx, ['settings'])
    return paymentChoicesOf(await loadSettings(tx))
  })
}
