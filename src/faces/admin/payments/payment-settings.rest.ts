import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { type OrderSettings, orderDefaults } from '../../../shop/orders/settings.ts'
import { gatewaySchemas, gatewaysJson, parseGateways } from '../../../shop/payment-methods/payment-methods.ts'
import { type PaymentMethodSettings, paymentMethodDefaults } from '../../../shop/payment-methods/settings.ts'
import { loadStored, updateSettings } from '../../../things/settings/settings.store.ts'
import { paymentLimits, restockOptions } from './payment-settings.ts'

const defaults = { ...paymentMethodDefaults, ...orderDefaults }

const limit = (max: number) => z.int().min(0).max(max)

const fields = z.strictObject({
  ...gatewaySchemas,
  hold_stock_minutes: limit(paymentLimits.maxHoldStockMinutes).describe('0: no limit.'),
  on_hold_days: limit(paymentLimits.onHoldDays).describe(
    'Days until an order waiting for a transfer or a cheque is cancelled; 0: never.',
  ),
  /** Maximum stock reserved by one buyer's unpaid orders; 0: no limit. */
  unpaid_max_pieces: limit(paymentLimits.unpaid),
  unpaid_max_products: limit(paymentLimits.unpaid),
  unpaid_max_cents: limit(paymentLimits.unpaid * 100),
  first_invoice_number: z.int().min(1).max(1_000_000_000),
  restock_refunded: z.enum(restockOptions),
})

export type PaymentSettings = z.infer<typeof fields>

function settingsJson(settings: PaymentMethodSettings & OrderSettings): PaymentSettings {
  const { unpaidHold } = settings
  return {
    ...gatewaysJson(settings.gateways),
    hold_stock_minutes: settings.holdStockMinutes,
    on_hold_days: settings.onHoldDays,
    unpaid_max_pieces: unpaidHold.maxPieces,
    unpaid_max_products: unpaidHold.maxProducts,
    unpaid_max_cents: unpaidHold.maxCents,
    first_invoice_number: settings.firstInvoiceNumber,
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
    firstInvoiceNumber: json.first_invoice_number,
    restockRefunded: json.restock_refunded,
  }
}

const common = { path: paths.restPaymentSettings, capability: 'payments.settings', response: fields } as const

export const paymentSettingsCalls = [
  defineCall({
    ...{ ...common, summary: 'Settings of payments', method: 'GET' },
    handler: async ({ db }: Pick<Platform, 'db'>) => ({ json: settingsJson(await loadStored(db, defaults)) }),
  }),
  defineCall({
    ...{ ...common, summary: 'Changes settings of payments', method: ['POST', 'PUT', 'PATCH'], action: 'edit' },
    body: fields.partial(),
    async handler({ db }: Pick<Platform, 'db'>, { body }) {
      const saved = await updateSettings<PaymentMethodSettings & OrderSettings>(db, defaults, (stored) =>
        settingsOf({ ...settingsJson(stored), ...body }),
      )
      return { json: settingsJson(saved) }
    },
  }),
]
