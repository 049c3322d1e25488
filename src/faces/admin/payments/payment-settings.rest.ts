import { paths } from '../../../platform/web/routes.ts'
import { type OrderSettings, orderSettings } from '../../../shop/orders/settings.ts'
import { ownStatusesSchema } from '../../../shop/orders/statuses/own-statuses.rest.ts'
import {
  type GatewaysJson,
  gatewaySchemas,
  gatewaysJson,
  mergeGateways,
  parseGateways,
} from '../../../shop/payment-methods/payment-methods.ts'
import { type PaymentMethodSettings, paymentMethodSettings } from '../../../shop/payment-methods/settings.ts'
import { paymentSettingsWrite } from '../../../things/settings/capabilities.ts'
import { defaultsOf } from '../../../things/settings/setting.ts'
import { declaredJson, settingsCalls } from '../../../things/settings/settings-calls.ts'

const orders = declaredJson(orderSettings, { order_statuses: ownStatusesSchema })
const gatewaysOf = (settings: PaymentMethodSettings) => gatewaysJson(mergeGateways(settings.gateways))

/** `samovar/v1/settings/payments`: payment methods, each replaced as a whole, and the settings of orders. */
export const paymentSettingsCalls = settingsCalls<PaymentMethodSettings & OrderSettings>({
  path: paths.restPaymentSettings,
  capability: paymentSettingsWrite,
  summaries: ['Retrieves the payment settings', 'Updates the payment settings'],
  defaults: defaultsOf({ ...paymentMethodSettings, ...orderSettings }),
  json: {
    ...orders,
    shape: { ...gatewaySchemas, ...orders.shape },
    of: (settings) => ({ ...gatewaysOf(settings), ...orders.of(settings) }),
    parse: (sent, before) => ({
      ...orders.parse(sent, before),
      gateways: parseGateways({ ...gatewaysOf(before), ...sent } as GatewaysJson),
    }),
  },
})
