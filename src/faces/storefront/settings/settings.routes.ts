import { type Context, Hono } from 'hono'
import { authorize } from '../../../people/accounts/authorize.ts'
import { can } from '../../../platform/access/permissions.ts'
import { invalidParams } from '../../../platform/rest/params.ts'
import { parseBody } from '../../../platform/rest/request.ts'
import { type Method, restError, restJson } from '../../../platform/rest/response.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { loadStored } from '../../../things/settings/settings.store.ts'
import { saveShopSettings } from './save-shop-settings.ts'
import {
  parseShopSettings,
  requiredCapability,
  type ShopSettingName,
  shopScreenDefaults,
  shopSettingsOf,
} from './shop-settings.ts'

const allow: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH']

/** `samovar/v1/settings`: shop settings. Omitted ones do not change. */
export function settingsRoutes(shop: Pick<Platform, 'db' | 'secret' | 'url'>): Hono {
  const app = new Hono()

  app.get(paths.restSettings, async (context) => {
    const authorization = await authorize(context, shop, 'theme.edit', 'view')
    if (!authorization.ok) return authorization.response
    // Read from the database, because this process's copy may be slightly outdated.
    return restJson(context, shop, shopSettingsOf(await loadStored(shop.db, shopScreenDefaults)), { allow })
  })

  const change = async (context: Context): Promise<Response> => {
    const authorization = await authorize(context, shop, 'theme.edit', 'edit')
    if (!authorization.ok) return authorization.response
    const { user } = authorization.signedIn
    const body = await parseBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const parsed = parseShopSettings(body.fields)
    if (!parsed.ok) {
      const errors = Object.entries(parsed.errors).map(
        ([name, message]) => [name, { code: 'rest_invalid_param', message }] as const,
      )
      return restError(context, shop, invalidParams(Object.fromEntries(errors)))
    }
    const forbidden = (Object.keys(parsed.changes) as ShopSettingName[]).filter(
      (name) => !can(user, requiredCapability[name]),
    )
    if (forbidden.length > 0) {
      return restError(context, shop, {
        status: 403,
        code: 'samovar_rest_cannot_edit',
        message: `Only an administrator may change ${forbidden.join(', ')}.`,
        data: { params: forbidden },
      })
    }
    return restJson(context, shop, await saveShopSettings(shop.db, parsed.changes), { allow })
  }
  app.on(['PUT', 'POST', 'PATCH'], paths.restSettings, change)

  return app
}
