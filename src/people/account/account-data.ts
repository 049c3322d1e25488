import { asc, eq, sql } from 'drizzle-orm'
import type { PersonalData, PersonalRecord } from '../../platform/privacy/personal-data.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { sessions, users } from '../identity/accounts.table.ts'
import { passkeys, twoFactors } from '../identity/factors/second-factor.table.ts'
import { apiKeys, applicationPasswords } from '../identity/keys/keys.table.ts'
import { endAllKeysOf } from '../identity/keys/secret-keys.store.ts'
import { addresses } from './address-book.table.ts'

const none = async (): Promise<PersonalRecord[]> => []

/** The account itself. Passwords and links are stored as hashes, and given to nobody. Last, because others refer to it. */
export const accountData: PersonalData = {
  id: 'account',
  title: 'Your account',
  tables: ['users', 'credentials', 'verifications'],
  read: (db, { userId }) =>
    userId === null
      ? none()
      : db
          .select({
            name: users.name,
            email: users.email,
            email_confirmed: users.emailVerified,
            role: users.role,
            since: users.createdAt,
            changed: users.updatedAt,
            last_seen: users.lastActiveAt,
            billing: users.billing,
            shipping: users.shipping,
            more: users.meta,
          })
          .from(users)
          .where(eq(users.id, userId)),
  async erase(tx, { userId }) {
    if (userId === null) return 0
    // What was sent to the account's address because of the account, even if the address was never verified.
    await tx.execute(sql`
      delete from ${emails} using ${users}
      where ${users.id} = ${userId} and lower(${emails.recipient}) = ${users.email}
        and ${emails.orderId} is null and ${emails.createdAt} >= ${users.createdAt}`)
    const [user] = await tx.delete(users).where(eq(users.id, userId)).returning({ id: users.id, email: users.email })
    if (user) await endAllKeysOf(tx, user)
    return user ? 1 : 0
  },
}

export const addressBookData: PersonalData = {
  id: 'addresses',
  title: 'Saved addresses',
  tables: ['addresses'],
  read: (db, { userId }) =>
    userId === null
      ? none()
      : db
          .select({
            label: addresses.label,
            address: addresses.address,
            added: addresses.createdAt,
            changed: addresses.updatedAt,
            deleted: addresses.deletedAt,
          })
          .from(addresses)
          .where(eq(addresses.userId, userId))
          .orderBy(asc(addresses.id)),
  erase: async (tx, { userId }) =>
    userId === null
      ? 0
      : (await tx.delete(addresses).where(eq(addresses.userId, userId)).returning({ id: addresses.id })).length,
}

export const signInData: PersonalData = {
  id: 'sign-ins',
  title: 'Where you are signed in',
  tables: ['sessions'],
  read: (db, { userId }) =>
    userId === null
      ? none()
      : db
          .select({
            signed_in: sessions.createdAt,
            last_used: sessions.updatedAt,
            ends: sessions.expiresAt,
            ip_address: sessions.ipAddress,
            browser: sessions.userAgent,
          })
          .from(sessions)
          .where(eq(sessions.userId, userId))
          .orderBy(asc(sessions.id)),
  erase: async (tx, { userId }) =>
    userId === null
      ? 0
      : (await tx.delete(sessions).where(eq(sessions.userId, userId)).returning({ id: sessions.id })).length,
}

export const programData: PersonalData = {
  id: 'programs',
  title: 'Programs that act for you',
  isForStaff: true,
  tables: ['api_keys', 'application_passwords'],
  async read(db, { userId }) {
    if (userId === null) return []
    const keys = await db.select().from(apiKeys).where(eq(apiKeys.userId, userId)).orderBy(asc(apiKeys.id))
    const passwords = await db
      .select()
      .from(applicationPasswords)
      .where(eq(applicationPasswords.userId, userId))
      .orderBy(asc(applicationPasswords.createdAt))
    return [
      ...keys.map(({ description, permissions, createdAt, lastAccess }) => ({
        ...{
          kind: 'API key',
          name: description,
          permissions,
          made: createdAt,
          last_used: lastAccess,
          ip_address: null,
        },
      })),
      ...passwords.map(({ name, createdAt, lastUsed, lastIp }) => ({
        ...{ kind: 'application password', name, permissions: null, made: createdAt },
        ...{ last_used: lastUsed, ip_address: lastIp },
      })),
    ]
  },
  async erase(tx, { userId }) {
    if (userId === null) return 0
    const keys = await tx.delete(apiKeys).where(eq(apiKeys.userId, userId)).returning({ id: apiKeys.id })
    const passwords = await tx
      .delete(applicationPasswords)
      .where(eq(applicationPasswords.userId, userId))
      .returning({ id: applicationPasswords.id })
    return keys.length + passwords.length
  },
}

/** Passkeys, and whether an authenticator app is needed; their secrets are given to nobody. */
export const factorData: PersonalData = {
  id: 'sign-in-methods',
  title: 'Passkeys and codes',
  tables: ['passkeys', 'two_factors'],
  async read(db, { userId }) {
    if (userId === null) return []
    const keys = await db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id))
    const codes = await db.select().from(twoFactors).where(eq(twoFactors.userId, userId))
    return [
      ...keys.map(({ name, createdAt }) => ({ kind: 'passkey', name, added: createdAt })),
      ...codes.map(({ verified }) => ({ kind: 'authenticator app', name: verified ? 'in use' : 'begun', added: null })),
    ]
  },
  async erase(tx, { userId }) {
    if (userId === null) return 0
    const keys = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })
    const codes = await tx.delete(twoFactors).where(eq(twoFactors.userId, userId)).returning({ id: twoFactors.id })
    return keys.length + codes.length
  },
}
