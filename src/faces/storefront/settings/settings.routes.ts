import type { Hono } from 'hono'
import { restEndpoints } from '../../../people/accounts/rest-endpoints.ts'
import { can } from '../../../platform/access/permissions.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import type { Method } from '../../../platform/rest/response.ts'
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
  const { app, on } = restEndpoints(shop)

  on(['GET'], paths.restSettings, { capability: 'theme.edit', action: 'view', allow }, async () =>
    // Read from the database, because this process's copy may be slightly outdated.
    ({ json: shopSettingsOf(await loadStored(shop.db, shopScreenDefaults)) }),
  )

  const edit = { capability: 'theme.edit', action: 'edit', allow } as const
  on(['PUT', 'POST', 'PATCH'], paths.restSettings, edit, async ({ fields, user }) => {
    const parsed = parseShopSettings(fields)
    if (!parsed.ok) return invalidFields(parsed.errors)
    const forbidden = (Object.keys(parsed.changes) as ShopSettingName[]).filter(
      (name) => !can(user, requiredCapability[name]),
    )
    if (forbidden.length > 0) {
      return {
        status: 403,
        code: 'samovar_rest_cannot_edit',
        message: `Only an administrator may change ${forbidden.join(', ')}.`,
        data: { params: forbidden },
      }
    }
    return { json: await saveShopSettings(shop.db, parsed.changes) }
  })

  return app
}
