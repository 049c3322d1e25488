import { z } from 'zod'
import { defineCall } from '../../../platform/rest/call.ts'
import { pageFields, windowOf } from '../../../platform/rest/fields.ts'
import { invalidFields, MAX_ID } from '../../../platform/rest/params.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { toGmtIso } from '../../../platform/time/shop-time.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import { usersManage } from '../capabilities.ts'
import {
  type ApiKey,
  createApiKey,
  deleteApiKey,
  readApiKey,
  readApiKeys,
  updateApiKey,
} from '../keys/api-keys.store.ts'

type KeyShop = Pick<Platform, 'db' | 'now' | 'secret' | 'url'>

const permissions = z.enum(['read', 'write', 'read_write'])

const fields = z.object({
  description: z.string().trim().min(1, 'Please say what the key is for.').max(200),
  permissions: permissions.default('read'),
  user_id: z
    .int()
    .min(1)
    .max(MAX_ID)
    .optional()
    .describe('ID of the user who owns the key. The authenticated user by default.'),
})
const changeFields = z.object({ description: fields.shape.description.optional(), permissions: permissions.optional() })

const notFound: RestError = { status: 404, code: 'samovar_rest_key_invalid_id', message: 'Invalid ID.' }

const links = z.array(z.strictObject({ href: z.string() }))
const keySchema = z.strictObject({
  key_id: z.int(),
  user_id: z.int(),
  user_name: z.string(),
  description: z.string(),
  permissions,
  truncated_key: z.string().describe('Last seven characters of the key.'),
  date_created_gmt: z.string(),
  last_access: z.string().nullable(),
  _links: z.strictObject({ self: links, collection: links }),
})
const newKeySchema = keySchema.extend({ consumer_key: z.string(), consumer_secret: z.string() })

export type ApiKeyJson = z.infer<typeof keySchema>
export type NewApiKeyJson = z.infer<typeof newKeySchema>

const keyJson = (key: ApiKey, { url }: Pick<Platform, 'url'>): ApiKeyJson => ({
  key_id: key.id,
  user_id: key.userId,
  user_name: key.userName,
  description: key.description,
  permissions: key.permissions,
  truncated_key: key.truncatedKey,
  date_created_gmt: toGmtIso(key.createdAt),
  last_access: key.lastAccess ? toGmtIso(key.lastAccess) : null,
  _links: { self: [{ href: `${url}${paths.restKeys}/${key.id}` }], collection: [{ href: url + paths.restKeys }] },
})

async function keyResult(shop: KeyShop, id: number) {
  const key = await readApiKey(shop.db, id)
  return key ? { json: keyJson(key, shop) } : notFound
}

const all = { path: paths.restKeys, capability: usersManage, response: keySchema } as const
const one = { ...all, path: '/wp-json/samovar/v1/keys/:key{[0-9]+}' }

/** `samovar/v1/keys`: REST API keys. Only a session may create them, so that a stolen key cannot create another. */
export const apiKeyCalls = [
  defineCall({
    summary: 'Lists API keys, without secrets',
    method: 'GET',
    ...all,
    query: z.object(pageFields),
    handler: async (shop: KeyShop, { query }) => {
      const { items, total } = await readApiKeys(shop.db, windowOf(query))
      return { ...query, items: items.map((key) => keyJson(key, shop)), total }
    },
  }),
  defineCall({
    summary: 'Creates an API key and returns its secret once',
    method: 'POST',
    ...all,
    response: newKeySchema,
    sessionOnly: true,
    body: fields,
    handler: async (shop: KeyShop, { body: { description, permissions, user_id }, user }) => {
      const created = await createApiKey(shop, { description, permissions, userId: user_id ?? user.id })
      if (!created) return invalidFields({ user_id: 'There is no such person.' })
      const result = await keyResult(shop, created.id)
      if ('code' in result) return result
      const secrets = { consumer_key: created.consumerKey, consumer_secret: created.consumerSecret }
      return { json: { ...result.json, ...secrets }, status: 201 }
    },
  }),
  defineCall({
    summary: 'Retrieves an API key',
    method: 'GET',
    ...one,
    handler: (shop: KeyShop, { id }) => keyResult(shop, id),
  }),
  defineCall({
    summary: 'Updates the description or permissions of an API key',
    method: ['PUT', 'PATCH'],
    ...one,
    sessionOnly: true,
    body: changeFields,
    handler: async (shop: KeyShop, { id, body }) => {
      if (Object.values(body).some((value) => value !== undefined)) await updateApiKey(shop.db, id, body)
      return keyResult(shop, id)
    },
  }),
  defineCall({
    summary: 'Revokes an API key',
    method: 'DELETE',
    ...one,
    handler: async (shop: KeyShop, { id }) => {
      const result = await keyResult(shop, id)
      return 'code' in result || (await deleteApiKey(shop.db, id)) ? result : notFound
    },
  }),
]
