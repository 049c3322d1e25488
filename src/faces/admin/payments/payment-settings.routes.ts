import type { Hono } from 'hono'
import { z } from 'zod'
import { restEndpoints } from '../../../people/accounts/rest-endpoints.ts'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import type { Method } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { invalidatePageTags } from '../../../platform/web/page-tags.ts'
import { paths } from '../../../platform/web/routes.ts'
import { orderDefaults } from '../../../shop/orders/settings.ts'
import { mergeGateways } from '../../../shop/payments/gateways.ts'
import { paymentMethodDefaults } from '../../../shop/payments/settings.ts'
import { loadStored, lockSettings, saveSettings } from '../../../things/settings/settings.store.ts'
import {
  bankAccountOf,
  type PaymentScreenSettings,
  type PaymentSettings,
  paymentLimits,
  paymentSettingsOf,
  restockOptions,
  shippingKinds,
} from './payment-settings.ts'

const allow: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH']

/** `samovar/v1/settings/payments`: payment methods, stock hold times and the first order number. */
export function paymentSettingsRoutes(shop: Pick<Platform, 'db' | 'secret' | 'url'>): Hono {
  const { app, on } = restEndpoints(shop)

  on(['GET'], paths.restPaymentSettings, { capability: 'shop.settings', action: 'view', allow }, async () => ({
    json: paymentSettingsOf(await loadPaymentScreenSettings(shop.db)),
  }))

  const edit = { capability: 'shop.settings', action: 'edit', allow } as const
  on(['PUT', 'POST', 'PATCH'], paths.restPaymentSettings, edit, async ({ fields }) => {
    const parsed = parsePaymentChanges(fields)
    return parsed.ok ? { json: await savePaymentSettings(shop.db, parsed.changes) } : invalidFields(parsed.errors)
  })

  return app
}

const textField = (maxLength: number) => z.string().trim().max(maxLength)

const gatewayShape = {
  enabled: z.boolean(),
  title: textField(paymentLimits.maxTitleLength).min(1, 'Please give it a name.'),
  description: textField(paymentLimits.maxDescriptionLength),
}

const offlineGatewayShape = { ...gatewayShape, instructions: textField(paymentLimits.maxInstructionsLength) }

const digits = (name: string, count: string, pattern: RegExp) =>
  z.string().trim().regex(pattern, `The ${name} has ${count} digits.`)

const bankAccountShape = z.strictObject({
  account_name: textField(100).min(1, 'Please say whose account it is.'),
  bank_name: textField(100),
  institution: digits('institution number', '3', /^\d{3}$/),
  transit: digits('transit number', '5', /^\d{5}$/),
  account_number: digits('account number', '5 to 17', /^\d{5,17}$/),
})

const kinds = shippingKinds.map(([kind]) => kind)

/** Allowed changes: each payment method as a whole, and the numbers. Omitted fields stay unchanged. */
const paymentChangesShape = z
  .strictObject({
    stripe_cc: z.strictObject(gatewayShape),
    bacs: z.strictObject({
      ...offlineGatewayShape,
      accounts: z.array(bankAccountShape).max(paymentLimits.maxBankAccounts),
    }),
    cheque: z.strictObject(offlineGatewayShape),
    cod: z.strictObject({ ...offlineGatewayShape, shipping_methods: z.array(z.enum(kinds)).max(kinds.length) }),
    hold_stock_minutes: z.int().min(0).max(paymentLimits.maxHoldStockMinutes),
    on_hold_days: z.int().min(0).max(paymentLimits.onHoldDays),
    unpaid_max_pieces: z.int().min(0).max(paymentLimits.unpaid),
    unpaid_max_products: z.int().min(0).max(paymentLimits.unpaid),
    unpaid_max_cents: z
      .int()
      .min(0)
      .max(paymentLimits.unpaid * 100),
    first_order_number: z.int().min(1).max(1_000_000_000),
    restock_refunded: z.enum(restockOptions),
  })
  .partial()

export type PaymentChanges = z.infer<typeof paymentChangesShape>

/** Parses changes to the settings; errors by field name. */
export function parsePaymentChanges(
  fields: unknown,
): { ok: true; changes: PaymentChanges } | { ok: false; errors: Readonly<Record<string, string>> } {
  const parsed = paymentChangesShape.safeParse(fields)
  if (parsed.success) return { ok: true, changes: parsed.data }
  return {
    ok: false,
    errors: Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message])),
  }
}

/** Saves the changes and notifies every process. Returns all settings. */
export async function savePaymentSettings(db: Db, changes: PaymentChanges): Promise<PaymentSettings> {
  return db.transaction(async (tx) => {
    // All payment methods are stored in one value, so concurrent saves are serialized.
    await lockSettings(tx)
    const before = await loadPaymentScreenSettings(tx)
    const updated = { ...paymentSettingsOf(before), ...changes }
    const { accounts, ...bacs } = updated.bacs
    const { shipping_methods: shippingMethods, ...cod } = updated.cod
    await saveSettings<PaymentScreenSettings>(tx, {
      gateways: {
        stripe_cc: updated.stripe_cc,
        bacs: { ...bacs, accounts: accounts.map(bankAccountOf) },
        cheque: updated.cheque,
        cod: { ...cod, shippingMethods },
      },
      holdStockMinutes: updated.hold_stock_minutes,
      onHoldDays: updated.on_hold_days,
      unpaidHold: {
        maxPieces: updated.unpaid_max_pieces,
        maxProducts: updated.unpaid_max_products,
        maxCents: updated.unpaid_max_cents,
      },
      firstOrderNumber: updated.first_order_number,
      restockRefunded: updated.restock_refunded,
    })
    await invalidatePageTags(tx, ['settings'])
    return paymentSettingsOf(await loadPaymentScreenSettings(tx))
  })
}

export async function loadPaymentScreenSettings(db: Db | Tx): Promise<PaymentScreenSettings> {
  const stored = await loadStored(db, { ...paymentMethodDefaults, ...orderDefaults })
  return { ...stored, gateways: mergeGateways(stored.gateways) }
}
