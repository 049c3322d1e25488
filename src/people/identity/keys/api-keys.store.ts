import { randomBytes } from 'node:crypto'
import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../../platform/database/connect.ts'
import type { Principal } from '../../../platform/rest/call.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { sign } from '../../../platform/web/signature.ts'
import { users } from '../accounts.table.ts'
import { apiKeyNonces, apiKeys } from './keys.table.ts'

type KeyContext = Pick<Platform, 'db' | 'now' | 'secret'>

const hashOf = (secret: string, consumerKey: string): string => sign(secret, `consumer key|${consumerKey}`)

/** Derived from the key and the shop's secret: signatures need the plain secret, which is not in the database. */
export const consumerSecretOf = (secret: string, consumerKey: string): string =>
  `cs_${sign(secret, `consumer secret|${consumerKey}`, 'hex').slice(0, 40)}`

const { keyHash: _, ...shownColumns } = getTableColumns(apiKeys)
const selectKeys = (db: Db) =>
  db
    .select({ ...shownColumns, userName: users.name })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))

export type ApiKey = Awaited<ReturnType<typeof readApiKeys>>['items'][number]

export async function readApiKeys(db: Db, page: { readonly limit: number; readonly offset: number }) {
  const items = await selectKeys(db).orderBy(desc(apiKeys.id)).limit(page.limit).offset(page.offset)
  return { items, total: await db.$count(apiKeys) }
}

export const readApiKey = (db: Db, id: number): Promise<ApiKey | null> =>
  selectKeys(db).where(eq(apiKeys.id, id)).then(firstOf)

export type ApiKeyFields = Pick<typeof apiKeys.$inferInsert, 'userId' | 'description' | 'permissions'>

export async function createApiKey({ db, now, secret }: KeyContext, fields: ApiKeyFields) {
  const [owner] = await db.select({ id: users.id }).from(users).where(eq(users.id, fields.userId))
  if (!owner) return null
  const consumerKey = `ck_${randomBytes(20).toString('hex')}`
  const keyHash = hashOf(secret, consumerKey)
  const values = { ...fields, keyHash, truncatedKey: consumerKey.slice(-7), createdAt: now() }
  const [inserted] = await db.insert(apiKeys).values(values).returning({ id: apiKeys.id })
  return { id: inserted?.id ?? 0, consumerKey, consumerSecret: consumerSecretOf(secret, consumerKey) }
}

export const updateApiKey = (db: Db, id: number, change: Partial<Omit<ApiKeyFields, 'userId'>>) =>
  db.update(apiKeys).set(change).where(eq(apiKeys.id, id))

export async function deleteApiKey(db: Db, id: number): Promise<boolean> {
  const { rowCount } = await db.delete(apiKeys).where(eq(apiKeys.id, id))
  return rowCount !== 0
}

export async function deleteApiKeysOf(tx: Tx, userId: number): Promise<number> {
  return (await tx.delete(apiKeys).where(eq(apiKeys.userId, userId)).returning({ id: apiKeys.id })).length
}

export type KeyOwner = Principal & { readonly keyId: number }

export async function findKeyOwner({ db, secret }: KeyContext, consumerKey: string): Promise<KeyOwner | null> {
  const [row] = await db
    .select({
      keyId: apiKeys.id,
      permissions: apiKeys.permissions,
      user: { id: users.id, email: users.email, name: users.name, role: users.role },
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(and(eq(apiKeys.keyHash, hashOf(secret, consumerKey)), isNull(users.disabledAt)))
  return row ? { ...row, isSession: false } : null
}

export async function recordKeyAccess({ db, now }: KeyContext, keyId: number): Promise<void> {
  const at = now().toISOString()
  await db
    .update(apiKeys)
    .set({ lastAccess: sql`${at}::timestamptz` })
    .where(
      and(
        eq(apiKeys.id, keyId),
        sql`(${apiKeys.lastAccess} is null or ${apiKeys.lastAccess} < ${at}::timestamptz - interval '1 minute')`,
      ),
    )
}

/** Redeems a nonce of a key. False if it was used in the last half hour, twice the lifetime of a signature. */
export async function useNonce({ db, now }: KeyContext, keyId: number, nonce: string): Promise<boolean> {
  const at = now().toISOString()
  await db
    .delete(apiKeyNonces)
    .where(and(eq(apiKeyNonces.keyId, keyId), sql`${apiKeyNonces.usedAt} < ${at}::timestamptz - interval '30 minutes'`))
  const { rowCount } = await db.insert(apiKeyNonces).values({ keyId, nonce, usedAt: now() }).onConflictDoNothing()
  return rowCount !== 0
}
