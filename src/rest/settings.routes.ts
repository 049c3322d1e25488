import { type Context, Hono } from 'hono'
import { can } from '../accounts/permissions.ts'
import { paths } from '../routes.ts'
import { saveShopChoices } from '../settings/save-shop-choices.ts'
import { loadSettings } from '../settings/settings.store.ts'
import { neededFor, readShopChoices, type ShopChoice, shopChoicesOf } from '../settings/shop-choices.ts'
import { type Method, restError, restJson } from './answer.ts'
import { admit } from './guard.ts'
import { invalidParams } from './params.ts'
import { readBody } from './request.ts'
import type { RestShop } from './rest-shop.ts'

const allow: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH']

/** `samovar/v1/settings`: how the shop looks and does business. What is not named in a change stays as it is. */
export function settingsRoutes(shop: RestShop): Hono {
  const app = new Hono()

  app.get(paths.restSettings, async (context) => {
    const admission = await admit(context, shop, 'shop.looks', 'view')
    if (!admission.ok) return admission.answer
    // From the database: what this process has in mind may be a moment older than what somebody has just saved.
    return restJson(context, shop, shopChoicesOf(await loadSettings(shop.db)), { allow })
  })

  const change = async (context: Context): Promise<Response> => {
    const admission = await admit(context, shop, 'shop.looks', 'edit')
    if (!admission.ok) return admission.answer
    const { user } = admission.signedIn
    const body = await readBody(context)
    if (!body.ok) return restError(context, shop, body.error)
    const read = readShopChoices(body.fields)
    if (!read.ok) {
      const wrongs = Object.entries(read.wrongs).map(
        ([name, message]) => [name, { code: 'rest_invalid_param', message }] as const,
      )
      return restError(context, shop, invalidParams(Object.fromEntries(wrongs)))
    }
    const forbidden = (Object.keys(read.changes) as ShopChoice[]).filter((name) => !can(user, neededFor[name]))
    if (forbidden.length > 0) {
      return restError(context, shop, {
        status: 403,
        code: 'samovar_rest_cannot_edit',
        message: `Only an administrator may change ${forbidden.join(', ')}.`,
        data: { params: forbidden },
      })
    }
    return restJson(context, shop, await saveShopChoices(shop.db, read.changes), { allow })
  }
  app.on(['PUT', 'POST', 'PATCH'], paths.restSettings, change)

  return app
}
