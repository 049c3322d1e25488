import { type Context, Hono } from 'hono'
import { authorize } from '../../../people/accounts/authorize.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import { parseBody } from '../../../platform/rest/request.ts'
import { type Method, restError, restJson } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { paymentSettingsOf } from './payment-settings.ts'
import { loadPaymentScreenSettings, parsePaymentChanges, savePaymentSettings } from './save-payment-settings.ts'

const allow: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH']

/** `samovar/v1/settings/payments`: payment methods, stock hold times and the first order number. */
export function paymentSettingsRoutes(shop: Pick<Platform, 'db' | 'secret' | 'url'>): Hono {
  const app = new Hono()

  app.get(paths.restPaymentSettings, async (context) => {
    const authorization = await authorize(context, shop, 'shop.settings', 'view')
    if (!authorization.ok) return authorization.response
    return restJson(context, shop, paymentSettingsOf(await loadPaymentScreenSettings(shop.db)), { allow })
  })

  const change = async (context: Context): Promise<Response> => {
    const authorization = await authorize(context, shop, 'shop.settings', 'edit')
    if (!authorization.ok) return authorization.response
    const body = await parseBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const parsed = parsePaymentChanges(body.fields)
    if (!parsed.ok) return restError(context, shop, invalidFields(parsed.errors))
    return restJson(context, shop, await savePaymentSettings(shop.db, parsed.changes), { allow })
  }
  app.on(['PUT', 'POST', 'PATCH'], paths.restPaymentSettings, change)

  return app
}
