import type { Hono } from 'hono'
import { restEndpoints } from '../../../people/accounts/rest-endpoints.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import type { Method } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { paymentSettingsOf } from './payment-settings.ts'
import { loadPaymentScreenSettings, parsePaymentChanges, savePaymentSettings } from './save-payment-settings.ts'

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
