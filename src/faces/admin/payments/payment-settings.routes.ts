import type { Hono } from 'hono'
import { z } from 'zod'
import { restEndpoints } from '../../../people/accounts/rest-endpoints.ts'
import { parseFields } from '../../../platform/rest/params.ts'
import type { Method } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { type OrderSettings, orderDefaults } from '../../../shop/orders/settings.ts'
import { gatewaySchemas, gatewaysJson, mergeGateways, parseGateways } from '../../../shop/payments/payment-methods.ts'
import { type PaymentMethodSettings, paymentMethodDefaults } from '../../../shop/payments/settings.ts'
import { loadStored, updateSettings } from '../../../things/settings/settings.store.ts'
import { paymentLimits, restockOptions } from './payment-settings.ts'

const allow: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH']
const defaults = { ...paymentMethodDefaults, ...orderDefaults }

/** `samovar/v1/settings/payments`: payment methods, stock hold times and the first order number. */
export function paymentSettingsRoutes({ db, ...shop }: Pick<Platform, 'db' | 'secret' | 'url'>): Hono {
  const { app, on } = restEndpoints({ db, ...shop })

  on(['GET'], paths.restPaymentSettings, { capability: 'shop.settings', action: 'view', allow }, async () => ({
    json: settingsJson(await loadStored(db, defaults)),
  }))

  const edit = { capability: 'shop.settings', action: 'edit', allow } as const
  on(['PUT', 'POST', 'PATCH'], paths.restPaymentSettings, edit, async ({ fields }) => {
    const changes = parseFields(settingsSchema.partial(), fields)
    if (!changes.ok) return changes.error
    const saved = await updateSettings<PaymentMethodSettings & OrderSettings>(db, defaults, (stored) =>
      settingsOf({ ...settingsJson(stored), ...changes.value }),
    )
    return { json: settingsJson(saved) }
  })

  return app
}

const limit = (max: number) => z.int().min(0).max(max)

/** The JSON of the "Payments" settings screen. A change replaces a payment method as a whole. */
const settingsSchema = z.strictObject({
  ...gatewaySchemas,
  /** 0: no limit. */
  hold_stock_minutes: limit(paymentLimits.maxHoldStockMinutes),
  /** Days until an order waiting for a transfer or a cheque is cancelled; 0: never. */
  on_hold_days: limit(paymentLimits.onHoldDays),
  /** Maximum stock reserved by one buyer's unpaid orders; 0: no limit. */
  unpaid_max_pieces: limit(paymentLimits.unpaid),
  unpaid_max_products: limit(paymentLimits.unpaid),
  unpaid_max_cents: limit(paymentLimits.unpaid * 100),
  first_order_number: z.int().min(1).max(1_000_000_000),
  restock_refunded: z.enum(restockOptions),
})

export type PaymentSettings = z.infer<typeof settingsSchema>

function settingsJson(settings: PaymentMethodSettings & OrderSettings): PaymentSettings {
  const { unpaidHold } = settings
  return {
    ...gatewaysJson(mergeGateways(settings.gateways)),
    hold_stock_minutes: settings.holdStockMinutes,
    on_hold_days: settings.onHoldDays,
    unpaid_max_pieces: unpaidHold.maxPieces,
    unpaid_max_products: unpaidHold.maxProducts,
    unpaid_max_cents: unpaidHold.maxCents,
    first_order_number: settings.firstOrderNumber,
    restock_refunded: settings.restockRefunded,
  }
}

function settingsOf(json: PaymentSettings): PaymentMethodSettings & OrderSettings {
  return {
    gateways: parseGateways(json),
    holdStockMinutes: json.hold_stock_minutes,
    onHoldDays: json.on_hold_days,
    unpaidHold: {
      maxPieces: json.unpaid_max_pieces,
      maxProducts: json.unpaid_max_products,
      maxCents: json.unpaid_max_cents,
    },
    firstOrderNumber: json.first_order_number,
    restockRefunded: json.restock_refunded,
  }
}
