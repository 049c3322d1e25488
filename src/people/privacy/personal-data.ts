import { stringify } from 'csv-stringify/sync'
import { and, eq, ne } from 'drizzle-orm'
import { Zip, ZipDeflate } from 'fflate'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { normalizeEmail } from '../../platform/email-address.ts'
import type { Person, PersonalData, PersonalRecord } from '../../platform/privacy/personal-data.ts'
import type { RetentionRule } from '../../platform/privacy/retention-rule.ts'
import { shopDayOf } from '../../platform/time/shop-time.ts'
import { mapInSlices } from '../../platform/time/slices.ts'
import { users } from '../identity/accounts.table.ts'
import { logPrivacyEvent } from './privacy-log.ts'

export const exportFormats = ['json', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

type Export = { readonly type: string; readonly fileName: string; readonly body: Uint8Array<ArrayBuffer> }

type Request = {
  readonly privacy: Privacy
  readonly format: ExportFormat
  readonly actorId: number
  readonly at: Date
}

export async function readPersonalData(db: Db, person: Person, privacy: Privacy) {
  const parts: { readonly id: string; readonly records: readonly PersonalRecord[] }[] = []
  for (const { id, read } of privacy.data) parts.push({ id, records: await read(db, person) })
  return parts
}

/** A file of all data, made in slices: a wholesaler has thousands of orders. */
export async function exportPerson(db: Db, person: Person, { privacy, format, actorId, at }: Request): Promise<Export> {
  const parts = await readPersonalData(db, person, privacy)
  const details = Object.fromEntries(
    parts.filter(({ records }) => records.length > 0).map(({ id, records }) => [id, records.length]),
  )
  await logPrivacyEvent(db, { kind: 'export', userId: person.userId, actorId, details, at })
  const name = `personal-data-${shopDayOf(at)}`
  if (format === 'json') {
    let text = `{\n"created": ${JSON.stringify(at)}`
    for (const { id, records } of parts) {
      const items = await mapInSlices(records, (record) => JSON.stringify(record, null, 2))
      text += `,\n${JSON.stringify(id)}: [${items.join(',\n')}]`
    }
    const body = new TextEncoder().encode(`${text}\n}\n`)
    return { type: 'application/json; charset=UTF-8', fileName: `${name}.json`, body }
  }
  const chunks: Uint8Array[] = []
  const zip = new Zip((_, chunk) => void chunks.push(chunk))
  for (const { id, records } of parts.filter((part) => part.records.length > 0)) {
    const file = new ZipDeflate(`${id}.csv`)
    file.mtime = at
    zip.add(file)
    const bytes = new TextEncoder().encode(await csvOf(records))
    const starts = Array.from({ length: Math.ceil(bytes.length / ZIP_STEP) }, (_, index) => index * ZIP_STEP)
    await mapInSlices(starts, (from) =>
      file.push(bytes.subarray(from, from + ZIP_STEP), from + ZIP_STEP >= bytes.length),
    )
  }
  zip.end()
  return { type: 'application/zip', fileName: `${name}.zip`, body: Buffer.concat(chunks) }
}

const ZIP_STEP = 65_536

export async function csvOf(records: readonly PersonalRecord[]): Promise<string> {
  const rows = await mapInSlices(records, flat)
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  // A spreadsheet must not treat a text as a formula.
  const line = (cells: readonly string[]) => stringify([cells], { escape_formulas: true })
  const lines = await mapInSlices(rows, (row) => line(columns.map((name) => row.get(name) ?? '')))
  return `\uFEFF${line(columns)}${lines.join('')}`
}

/** A map, because a column may be called `constructor`. */
const flat = (record: PersonalRecord): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(record).flatMap(([name, value]): [string, string][] => {
      if (Array.isArray(value)) return [[name, value.map(textOf).join('; ')]]
      if (typeof value !== 'object' || value === null || value instanceof Date) return [[name, textOf(value)]]
      return Object.entries(value).map(([part, inner]) => [`${name} ${part}`, textOf(inner)])
    }),
  )

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}

/** Declarations of all rooms about the personal data that they hold. */
export type Privacy = {
  readonly data: readonly PersonalData[]
  readonly retention: readonly RetentionRule[]
  /** Orders in progress, which still need their addresses. */
  readonly countOpenOrders: (db: Db | Tx, person: Person, now: Date) => Promise<number>
}

export type WithPrivacy = { readonly privacy: Privacy }

type Erasure = { readonly privacy: Privacy; readonly actorId: number | null; readonly at: Date }

export async function erasePerson(tx: Tx, person: Person, { privacy, actorId, at }: Erasure) {
  const details: Record<string, number> = {}
  for (const { id, erase } of privacy.data) {
    const rows = await erase(tx, person, at)
    if (rows > 0) details[id] = rows
  }
  await logPrivacyEvent(tx, { kind: 'erasure', userId: person.userId, actorId, details, at })
  return details
}

/** Staff delete an account, and not what the person wrote and ordered, which is then found by email address. */
export async function detachAccount(tx: Tx, userId: number, { privacy }: WithPrivacy, now: Date): Promise<void> {
  for (const { detach, erase } of privacy.data) {
    if (detach === 'erase') await erase(tx, { userId, email: null }, now)
    else await detach?.(tx, userId, now)
  }
}

/** Data that an account's owner may read and delete: guests' under the address only if it is verified. */
export async function personOf(db: Db | Tx, userId: number): Promise<Person | null> {
  const [user] = await db
    .select({ email: users.email, isVerified: users.emailVerified })
    .from(users)
    .where(eq(users.id, userId))
  return user ? { userId, email: user.isVerified ? user.email : null } : null
}

export async function personByEmail(db: Db | Tx, email: string): Promise<Person> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, normalizeEmail(email)))
  return { userId: user?.id ?? null, email: normalizeEmail(email) }
}

export const isStaff = async (db: Db | Tx, userId: number): Promise<boolean> =>
  (await db.$count(users, and(eq(users.id, userId), ne(users.role, 'customer')))) > 0
