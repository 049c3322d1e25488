import { z } from 'zod'
import { can } from '../../../platform/access/permissions.ts'
import { type CallRequest, defineCall, type RestResult } from '../../../platform/rest/call.ts'
import { viewEmbedOrEdit } from '../../../platform/rest/fields.ts'
import { allFixed, editOnly, embeddable, fixed, type Item, itemShape, time } from '../../../platform/rest/item-shape.ts'
import { idOf } from '../../../platform/rest/request.ts'
import { deletedJson } from '../../../platform/rest/resource.ts'
import { errorOf, type RestError } from '../../../platform/rest/response.ts'
import { toGmtIso } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { accountAccess, usersManage } from '../capabilities.ts'
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
  .describe('Name of the application that uses the password.')
const nameField = z.object({ name })
const fields = z.object({ name, app_id: z.union([z.literal(''), z.uuid()]).default('') })

const notFound = errorOf(404, 'rest_application_password_not_found', 'Application password not found.')
const nameTaken = errorOf(409, 'application_password_duplicate_name', 'Each application name should be unique.')
const invalidUser = errorOf(404, 'rest_user_invalid_id', 'Invalid user ID.')
const noneInUse = errorOf(404, 'rest_no_authenticated_app_password', 'Cannot introspect Application Password.')
const notTheirs: RestError = {
  status: 403,
  code: 'rest_cannot_introspect_app_password_for_non_authenticated_user',
  message: 'The authenticated Application Password can only be introspected for the current user.',
}
const forbidden = (action: string, what: 'application_password' | 'application_passwords'): RestError => ({
  status: 403,
  code: `rest_cannot_${action}_${what}`,
  message: `Sorry, you are not allowed to ${action} ${what === 'application_passwords' ? 'application passwords for this user' : 'this application password'}.`,
})

const uuid = z.string().meta({ format: 'uuid' })
const passwordSchema = itemShape('application-password', {
  uuid: embeddable(fixed(uuid)),
  app_id: embeddable(fixed(z.string())),
  name: embeddable(z.string()),
  password: editOnly(fixed(z.string())).describe('The password. Only in the response that creates it.'),
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
  ({ ...passwordJson(row), ...linksOf(row, shop) }) satisfies Item<typeof passwordSchema>

export type ApplicationPasswordJson = ReturnType<typeof linkedJson>
export type NewApplicationPasswordJson = ApplicationPasswordJson & { readonly password: string }

type OfUser<B extends z.ZodObject> = Pick<CallRequest<never, B>, 'path' | 'user' | 'body'>

/** For the user in the path, `me` or an id. Everyone may manage their own; only managers of users those of others. */
const ofUser =
  <B extends z.ZodObject = z.ZodObject>(
    action: string,
    what: 'application_password' | 'application_passwords',
    handle: (shop: PasswordShop, userId: number, request: OfUser<B>) => Promise<RestResult>,
  ) =>
  async (shop: PasswordShop, request: OfUser<B>): Promise<RestResult> => {
    const { path, user } = request
    const id = path.user === 'me' ? user.id : idOf(path.user)
    if (id !== user.id && !can(user, usersManage)) return forbidden(action, what)
    if (id !== user.id && !(await userExists(shop.db, id))) return invalidUser
    return handle(shop, id, request)
  }

/** Every context is permitted to whoever may see the passwords. */
const shown = z.object(viewEmbedOrEdit)

const all = {
  path: '/wp-json/wp/v2/users/:user{\\w+}/application-passwords',
  capability: accountAccess,
  denied: { code: 'rest_not_logged_in', message: 'You are not currently logged in.' },
} as const
const one = { ...all, path: '/wp-json/wp/v2/users/:user{\\w+}/application-passwords/:uuid{[\\w-]+}' }

export const applicationPasswordCalls = [
  defineCall({
    ...all,
    summary: 'Lists the application passwords of a user',
    method: 'GET',
    query: shown,
    response: z.array(passwordSchema),
    handler: ofUser('list', 'application_passwords', async (shop, userId) => {
      return { json: (await readApplicationPasswords(shop.db, userId)).map((row) => linkedJson(row, shop)) }
    }),
  }),
  defineCall({
    ...all,
    summary: 'Creates an application password and returns it once',
    method: 'POST',
    sessionOnly: true,
    body: fields,
    response: passwordSchema,
    handler: ofUser<typeof fields>('create', 'application_passwords', async (shop, userId, { body }) => {
      const created = await createApplicationPassword(shop, { userId, name: body.name, appId: body.app_id })
      if (!created) return nameTaken
      const json = { ...passwordJson(created.row), password: created.password, ...linksOf(created.row, shop) }
      return { json, status: 201, headers: { location: hrefOf(created.row, shop) } }
    }),
  }),
  defineCall({
    ...all,
    summary: 'Revokes all application passwords of a user',
    method: 'DELETE',
    handler: ofUser('delete', 'application_passwords', async (shop, userId) => {
      const deleted = await deleteApplicationPasswords(shop.db, userId)
      return { json: { deleted: true, count: deleted.length } }
    }),
  }),
  defineCall({
    ...all,
    summary: 'Retrieves the application password that authenticated the request',
    method: 'GET',
    query: shown,
    path: '/wp-json/wp/v2/users/:user{\\w+}/application-passwords/introspect',
    response: passwordSchema,
    async handler(shop: PasswordShop, { path, user, principal: { applicationPasswordId: id } }) {
      if (path.user !== 'me' && idOf(path.user) !== user.id) return notTheirs
      const row = id === undefined ? null : await readApplicationPassword(shop.db, user.id, id)
      return row ? { json: linkedJson(row, shop) } : noneInUse
    },
  }),
  defineCall({
    ...one,
    summary: 'Retrieves an application password',
    method: 'GET',
    query: shown,
    response: passwordSchema,
    handler: ofUser('read', 'application_password', async (shop, userId, request) => {
      const row = await readApplicationPassword(shop.db, userId, request.path.uuid ?? '')
      return row ? { json: linkedJson(row, shop) } : notFound
    }),
  }),
  defineCall({
    ...one,
    summary: 'Renames an application password',
    method: ['POST', 'PUT', 'PATCH'],
    action: 'edit',
    body: nameField,
    response: passwordSchema,
    handler: ofUser<typeof nameField>('edit', 'application_password', async (shop, userId, request) => {
      const { uuid = '' } = request.path
      if (!(await renameApplicationPassword(shop.db, userId, uuid, request.body.name))) return nameTaken
      const row = await readApplicationPassword(shop.db, userId, uuid)
      return row ? { json: linkedJson(row, shop) } : notFound
    }),
  }),
  defineCall({
    ...one,
    summary: 'Revokes an application password',
    method: 'DELETE',
    handler: ofUser('delete', 'application_password', async (shop, userId, request) => {
      const [row] = await deleteApplicationPasswords(shop.db, userId, request.path.uuid ?? '')
      return row ? { json: deletedJson(passwordJson(row)) } : notFound
    }),
  }),
]
