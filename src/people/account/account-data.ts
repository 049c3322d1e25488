import { asc, eq, sql } from 'drizzle-orm'
import { deleteRows, namesPerson, type PersonalData, personalTable } from '../../platform/privacy/personal-data.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { sessions, users } from '../identity/accounts.table.ts'
import { passkeys, twoFactors } from '../identity/factors/second-factor.table.ts'
import { apiKeys, applicationPasswords } from '../identity/keys/keys.table.ts'
import { endAllTokensOf } from '../identity/keys/tokens.store.ts'
import { addresses } from './address-book.table.ts'

/** The account itself, last because others refer to it. Passwords and links are stored as hashes, and not exported. */
export const accountData: PersonalData = {
  id: 'account',
  title: 'Your account',
  tables: ['users', 'credentials', 'verifications'],
  read: (db, person) =>
    db
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
      .where(namesPerson(person, { userId: users.id })),
  async erase(tx, { userId }) {
    if (userId === null) return 0
    // Emails sent to the account's address about the account, even if the address was never verified.
    await tx.execute(sql`
      delete from ${emails} using ${users}
      where ${users.id} = ${userId} and lower(${emails.recipient}) = ${users.email}
        and ${emails.orderId} is null and ${emails.createdAt} >= ${users.createdAt}`)
    const [user] = await tx.delete(users).where(eq(users.id, userId)).returning({ id: users.id, email: users.email })
    if (user) await endAllTokensOf(tx, user)
    return user ? 1 : 0
  },
}

export const addressBookData = personalTable({
  id: 'addresses',
  title: 'Saved addresses',
  table: addresses,
  columns: {
    label: addresses.label,
    address: addresses.address,
    added: addresses.createdAt,
    changed: addresses.updatedAt,
    deleted: addresses.deletedAt,
  },
})

export const signInData = personalTable({
  id: 'sign-ins',
  title: 'Where you are signed in',
  table: sessions,
  columns: {
    signed_in: sessions.createdAt,
    last_used: sessions.updatedAt,
    ends: sessions.expiresAt,
    ip_address: sessions.ipAddress,
    browser: sessions.userAgent,
  },
})

export const programData: PersonalData = {
  id: 'programs',
  title: 'Programs that act for you',
  isForStaff: true,
  tables: ['api_keys', 'application_passwords'],
  async read(db, person) {
    const isTheirs = namesPerson(person, apiKeys)
    const keys = await db.select().from(apiKeys).where(isTheirs).orderBy(asc(apiKeys.id))
    const passwords = await db
      .select()
      .from(applicationPasswords)
      .where(namesPerson(person, applicationPasswords))
      .orderBy(asc(applicationPasswords.createdAt))
    return [
      ...keys.map(({ description: name, permissions, createdAt: made, lastAccess }) => {
        return { kind: 'API key', name, permissions, made, last_used: lastAccess, ip_address: null }
      }),
      ...passwords.map(({ name, createdAt: made, lastUsed, lastIp }) => {
        return { kind: 'application password', name, permissions: null, made, last_used: lastUsed, ip_address: lastIp }
      }),
    ]
  },
  async erase(tx, person) {
    const keys = await deleteRows(tx, apiKeys, namesPerson(person, apiKeys))
    const isTheirs = namesPerson(person, applicationPasswords)
    return keys + (await deleteRows(tx, applicationPasswords, isTheirs))
  },
}

export const factorData: PersonalData = {
  id: 'sign-in-methods',
  title: 'Passkeys and codes',
  tables: ['passkeys', 'two_factors'],
  async read(db, person) {
    const isTheirs = namesPerson(person, passkeys)
    const keys = await db.select().from(passkeys).where(isTheirs).orderBy(asc(passkeys.id))
    const codes = await db.select().from(twoFactors).where(namesPerson(person, twoFactors))
    return [
      ...keys.map(({ name, createdAt }) => ({ kind: 'passkey', name, added: createdAt })),
      ...codes.map(({ verified }) => ({ kind: 'authenticator app', name: verified ? 'in use' : 'begun', added: null })),
    ]
  },
  async erase(tx, person) {
    const keys = await deleteRows(tx, passkeys, namesPerson(person, passkeys))
    return keys + (await deleteRows(tx, twoFactors, namesPerson(person, twoFactors)))
  },
}
