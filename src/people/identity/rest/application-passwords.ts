import { z } from 'zod'
import { can } from '../../../platform/access/permissions.ts'
import { type CallRequest, defineCall, type RestResult } from '../../../platform/rest/call.ts'
import {
  allFixed,
  everywhere,
  fixed,
  forEditing,
  type Item,
  itemShape,
  time,
} from '../../../platform/rest/item-shape.ts'
import { idOf } from '../../../platform/rest/request.ts'
import { deletedJson } from '../../../platform/rest/resource.ts'
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
  renameApplicationPassword,
} from '../keys/application-passwords.store.ts'
import { userExists } from '../users.store.ts'

type PasswordShop = Pick<Platform, 'db' | 'now' | 'secret' | 'url'>

const name = z
  .string()
  .trim()
  .min(1, 'An application name is required to create an application password.')
  .max(200)
  .describe('Which app uses it.')
const fields = z.object({ name, app_id: z.union([z.literal(''), z.uuid()]).default('') })

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
const invalidUser: RestError = { status: 404, code: 'rest_user_invalid_id', message: 'Invalid user ID.' }
const noneInUse: RestError = {
  status: 404,
  code: 'rest_no_authenticated_app_password',
  message: 'Cannot introspect Application Password.',
}
const notTheirs: RestError = {
  status: 403,
  code: 'rest_cannot_introspect_app_password_for_non_authenticated_user',
  message: 'The authenticated Application Password can only be introspected for the current user.',
}
const forbidden = (action: string, what: 'application_password' | 'application_passwords'): RestError => ({
  status: 403,
  code: `rest_cannot_${action}_${what}`,
  message:
    what === 'application_passwords'
      ? `Sorry, you are not allowed to ${action} application passwords for this user.`
      : `Sorry, you are not allowed to ${action} this application password.`,
})

const uuid = z.string().meta({ format: 'uuid' })
const passwordShape = itemShape('application-password', {
  ...{ uuid: everywhere(fixed(uuid)), app_id: everywhere(fixed(z.string())), name: everywhere(z.string()) },
  password: forEditing(fixed(z.string())).describe('Answered once, to whoever has made it.'),
  ...allFixed({ created: time, last_used: time.nullable(), last_ip: z.string().meta({ format: 'ip' }).nullable() }),
})

const passwordJson = (row: ApplicationPassword) => ({
  uuid: row.id,
  app_id: row.appId,
  name: row.name,
  created: toGmtIso(row.createdAt),
  last_used: row.lastUsed ? toGmtIso(row.lastUsed) : null,
  last_ip: row.lastIp,
})
const hrefOf = (row: ApplicationPassword, { url }: Pick<Platform, 'url'>) =>
  url + hrefs.restApplicationPassword(row.userId, row.id)
const linksOf = (row: ApplicationPassword, shop: PasswordShop) => ({ _links: { self: [{ href: hrefOf(row, shop) }] } })
const linkedJson = (row: ApplicationPassword, shop: PasswordShop) =>
  ({ ...passwordJson(row), ...linksOf(row, shop) }) satisfies Item<typeof passwordShape>

export type ApplicationPasswordJson = ReturnType<typeof linkedJson>
export type NewApplicationPasswordJson = ApplicationPasswordJson & { readonly password: string }

/** The user whom the path names, `me` or an id. Everyone has their own passwords; only managers of users see others'. */
async function userIn(
  shop: PasswordShop,
  { path, user }: Pick<CallRequest, 'path' | 'user'>,
  error: RestError,
): Promise<number | RestError> {
  const id = path.user === 'me' ? user.id : idOf(path.user)
  if (id === user.id) return id
  if (!can(user, 'users.manage')) return error
  return (await userExists(shop.db, id)) ? id : invalidUser
}

/** Whoever may see them sees all of them. */
const shown = { context: z.enum(['view', 'embed', 'edit']).default('view') }

const common = {
  capability: 'account.access',
  denied: { code: 'rest_not_logged_in', message: 'You are not currently logged in.' },
} as const

export const applicationPasswordCalls = [
  defineCall({
    ...common,
    summary: 'Application passwords of a user',
    method: 'GET',
    query: z.object(shown),
    response: z.array(passwordShape),
    path: paths.restApplicationPasswords,
    async handler(shop: PasswordShop, request) {
      const userId = await userIn(shop, request, forbidden('list', 'application_passwords'))
      if (typeof userId !== 'number') return userId
      return { json: (await readApplicationPasswords(shop.db, userId)).map((row) => linkedJson(row, shop)) }
    },
  }),
  defineCall({
    ...common,
    summary: 'Makes an application password, which is answered only once',
    method: 'POST',
    path: paths.restApplicationPasswords,
    sessionOnly: true,
    body: fields,
    response: passwordShape,
    async handler(shop: PasswordShop, request): Promise<RestResult> {
      const userId = await userIn(shop, request, forbidden('create', 'application_passwords'))
      if (typeof userId !== 'number') return userId
      const { body } = request
      const created = await createApplicationPassword(shop, { userId, name: body.name, appId: body.app_id })
      if (!created) return nameTaken
      const json = { ...passwordJson(created.row), password: created.password, ...linksOf(created.row, shop) }
      return { json, status: 201, headers: { location: hrefOf(created.row, shop) } }
    },
  }),
  defineCall({
    ...common,
    summary: 'Revokes all application passwords of a user',
    method: 'DELETE',
    path: paths.restApplicationPasswords,
    async handler(shop: PasswordShop, request) {
      const userId = await userIn(shop, request, forbidden('delete', 'application_passwords'))
      if (typeof userId !== 'number') return userId
      const deleted = await deleteApplicationPasswords(shop.db, userId)
      return { json: { deleted: true, count: deleted.length } }
    },
  }),
  defineCall({
    ...common,
    summary: 'The application password that the request was made with',
    method: 'GET',
    query: z.object(shown),
    response: passwordShape,
    path: paths.restApplicationPasswordInUse,
    async handler(shop: PasswordShop, { path, user, principal: { applicationPasswordId: id } }) {
      if (path.user !== 'me' && idOf(path.user) !== user.id) return notTheirs
      const row = id === undefined ? null : await readApplicationPassword(shop.db, user.id, id)
      return row ? { json: linkedJson(row, shop) } : noneInUse
    },
  }),
  defineCall({
    ...common,
    summary: 'One application password',
    method: 'GET',
    query: z.object(shown),
    response: passwordShape,
    path: paths.restApplicationPassword,
    async handler(shop: PasswordShop, request) {
      const userId = await userIn(shop, request, forbidden('read', 'application_password'))
      if (typeof userId !== 'number') return userId
      const row = await readApplicationPassword(shop.db, userId, request.path.uuid ?? '')
      return row ? { json: linkedJson(row, shop) } : notFound
    },
  }),
  defineCall({
    ...common,
    summary: 'Renames an application password',
    method: ['POST', 'PUT', 'PATCH'],
    path: paths.restApplicationPassword,
    action: 'edit',
    body: z.object({ name }),
    response: passwordShape,
    async handler(shop: PasswordShop, request) {
      const userId = await userIn(shop, request, forbidden('edit', 'application_password'))
      if (typeof userId !== 'number') return userId
      const { uuid = '' } = request.path
      if (!(await renameApplicationPassword(shop.db, userId, uuid, request.body.name))) return nameTaken
      const row = await readApplicationPassword(shop.db, userId, uuid)
      return row ? { json: linkedJson(row, shop) } : notFound
    },
  }),
  defineCall({
    ...common,
    summary: 'Revokes an application password at once',
    method: 'DELETE',
    path: paths.restApplicationPassword,
    async handler(shop: PasswordShop, request) {
      const userId = await userIn(shop, request, forbidden('delete', 'application_password'))
      if (typeof userId !== 'number') return userId
      const [row] = await deleteApplicationPasswords(shop.db, userId, request.path.uuid ?? '')
      return row ? { json: deletedJson(passwordJson(row)) } : notFound
    },
  }),
]
