import type { Hono } from 'hono'
import { z } from 'zod'
import { restEndpoints } from '../../../people/accounts/rest-endpoints.ts'
import { parseFields } from '../../../platform/rest/params.ts'
import type { Method } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { type OrderSettings, orderDefaults } from '../../../shop/orders/settings.ts'
import { mergeGateways } from '../../../shop/payments/gateways.ts'
import { type PaymentMethodSettings, paymentMethodDefaults } from '../../../shop/payments/settings.ts'
import { loadStored, updateSettings } from '../../../things/settings/settings.store.ts'
import { paymentLimits, restockOptions, shippingKinds } from './payment-settings.ts'

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

const textField = (maxLength: number) => z.string().trim().max(maxLength)
const digits = (name: string, count: string, pattern: RegExp) =>
  z.string().trim().regex(pattern, `The ${name} has ${count} digits.`)
const limit = (max: number) => z.int().min(0).max(max)
const kinds: string[] = shippingKinds.map(([kind]) => kind)

const gatewaySchema = z.strictObject({
  enabled: z.boolean(),
  title: textField(paymentLimits.maxTitleLength).min(1, 'Please give it a name.'),
  description: textField(paymentLimits.maxDescriptionLength),
})
const offlineGatewaySchema = gatewaySchema.extend({ instructions: textField(paymentLimits.maxInstructionsLength) })

const bankAccountSchema = z.strictObject({
  account_name: textField(100).min(1, 'Please say whose account it is.'),
  bank_name: textField(100),
  institution: digits('institution number', '3', /^\d{3}$/),
  transit: digits('transit number', '5', /^\d{5}$/),
  account_number: digits('account number', '5 to 17', /^\d{5,17}$/),
})

/** The JSON of the "Payments" settings screen. A change replaces a payment method as a whole. */
const settingsSchema = z.strictObject({
  stripe_cc: gatewaySchema,
  bacs: offlineGatewaySchema.extend({ accounts: z.array(bankAccountSchema).max(paymentLimits.maxBankAccounts) }),
  cheque: offlineGatewaySchema,
  cod: offlineGatewaySchema.extend({ shipping_methods: z.array(z.enum(kinds)).max(kinds.length) }),
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
  const { stripe_cc, bacs, cheque, cod } = mergeGateways(settings.gateways)
  const { accounts, ...transfer } = bacs
  const { shippingMethods, ...delivery } = cod
  return {
    ...{ stripe_cc, cheque },
    bacs: {
      ...transfer,
      accounts: accounts.map(({ accountName, bankName, accountNumber, institution, transit }) => ({
        ...{ account_name: accountName, bank_name: bankName, institution, transit, account_number: accountNumber },
      })),
    },
    cod: { ...delivery, shipping_methods: [...shippingMethods] },
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
  const { stripe_cc, bacs, cheque, cod } = json
  const { accounts, ...transfer } = bacs
  const { shipping_methods: shippingMethods, ...delivery } = cod
  return {
    gateways: {
      ...{ stripe_cc, cheque },
      bacs: {
        ...transfer,
        accounts: accounts.map(({ account_name, bank_name, account_number, institution, transit }) => ({
          ...{ accountName: account_name, bankName: bank_name, institution, transit, accountNumber: account_number },
        })),
      },
      cod: { ...delivery, shippingMethods },
    },
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
