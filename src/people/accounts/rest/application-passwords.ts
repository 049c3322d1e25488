import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { toGmtIso } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import {
  type ApplicationPassword,
  createApplicationPassword,
  deleteApplicationPasswords,
  readApplicationPassword,
  readApplicationPasswords,
} from '../application-passwords.store.ts'

type PasswordShop = Pick<Platform, 'db' | 'now' | 'secret' | 'url'>

const fields = z.object({
  name: z.string().trim().min(1, 'An application name is required to create an application password.').max(200),
  app_id: z.union([z.literal(''), z.uuid()]).default(''),
})

const notFound: RestError = {
  status: 404,
  code: 'rest_application_password_not_found',
  message: 'Application password not found.',
}
const nameTaken: RestError = {
  status: 409,
  code: 'application_password_duplicate_name',
  message: 'Each application name should be unique.',
}

const passwordJson = (row: ApplicationPassword) => ({
  uuid: row.id,
  app_id: row.appId,
  name: row.name,
  created: toGmtIso(row.createdAt),
  last_used: row.lastUsed ? toGmtIso(row.lastUsed) : null,
  last_ip: row.lastIp,
})
const linksOf = (id: string, { url }: Pick<Platform, 'url'>) => ({
  _links: { self: [{ href: url + hrefs.restApplicationPassword(id) }] },
})
const linkedJson = (row: ApplicationPassword, shop: PasswordShop) => ({
  ...passwordJson(row),
  ...linksOf(row.id, shop),
})

export type ApplicationPasswordJson = ReturnType<typeof linkedJson>
/** A new password, with what is shown only once. */
export type NewApplicationPasswordJson = ApplicationPasswordJson & { readonly password: string }

const common = {
  capability: 'account.access',
  denied: { code: 'rest_not_logged_in', message: 'You are not currently logged in.' },
} as const

/** `wp/v2/users/me/application-passwords`, by the names of WordPress. Everyone has their own. */
export const applicationPasswordCalls = [
  defineCall({
    ...common,
    summary: 'Your application passwords',
    method: 'GET',
    path: paths.restApplicationPasswords,
    handler: async (shop: PasswordShop, { user }) => ({
      json: (await readApplicationPasswords(shop.db, user.id)).map((row) => linkedJson(row, shop)),
    }),
  }),
  defineCall({
    ...common,
    summary: 'Makes an application password, which is answered only once',
    method: 'POST',
    path: paths.restApplicationPasswords,
    sessionOnly: true,
    body: fields,
    handler: async (shop: PasswordShop, { body, user }) => {
      const created = await createApplicationPassword(shop, { userId: user.id, name: body.name, appId: body.app_id })
      if (!created) return nameTaken
      const json = { ...passwordJson(created.row), password: created.password, ...linksOf(created.row.id, shop) }
      return { json, status: 201, headers: { location: shop.url + hrefs.restApplicationPassword(created.row.id) } }
    },
  }),
  defineCall({
    ...common,
    summary: 'Revokes all your application passwords',
    method: 'DELETE',
    path: paths.restApplicationPasswords,
    handler: async (shop: PasswordShop, { user }) => {
      const deleted = await deleteApplicationPasswords(shop.db, user.id)
      return { json: { deleted: true, count: deleted.length } }
    },
  }),
  defineCall({
    ...common,
    summary: 'One of your application passwords',
    method: 'GET',
    path: paths.restApplicationPassword,
    handler: async (shop: PasswordShop, { user, path }) => {
      const row = await readApplicationPassword(shop.db, user.id, path.uuid ?? '')
      return row ? { json: linkedJson(row, shop) } : notFound
    },
  }),
  defineCall({
    ...common,
    summary: 'Revokes one of your application passwords',
    method: 'DELETE',
    path: paths.restApplicationPassword,
    handler: async (shop: PasswordShop, { user, path }) => {
      const [row] = await deleteApplicationPasswords(shop.db, user.id, path.uuid ?? '')
      return row ? { json: { deleted: true, previous: passwordJson(row) } } : notFound
    },
  }),
]
