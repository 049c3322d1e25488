import { stringify } from 'csv-stringify/sync'
import { strToU8, zipSync } from 'fflate'
import type { Db } from '../../platform/database/connect.ts'
import type { Person, PersonalRecord } from '../../platform/privacy/personal-data.ts'
import type { Privacy } from './context.ts'
import { logPrivacyEvent } from './privacy-log.ts'

export const exportFormats = ['json', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

type Export = { readonly type: string; readonly fileName: string; readonly body: Uint8Array<ArrayBuffer> }

type Request = {
  readonly privacy: Privacy
  readonly format: ExportFormat
  /** Who asked for it: the person, or one of the staff. */
  readonly actorId: number
  readonly at: Date
}

export async function readPersonalData(db: Db, person: Person, privacy: Privacy) {
  const parts: { readonly id: string; readonly records: readonly PersonalRecord[] }[] = []
  for (const { id, read } of privacy.data) parts.push({ id, records: await read(db, person) })
  return parts
}

/** Everything held about a person: one JSON file, or a ZIP archive with a CSV file for each kind. Recorded. */
export async function exportPerson(db: Db, person: Person, { privacy, format, actorId, at }: Request): Promise<Export> {
  const parts = await readPersonalData(db, person, privacy)
  const details = Object.fromEntries(
    parts.filter(({ records }) => records.length > 0).map(({ id, records }) => [id, records.length]),
  )
  await logPrivacyEvent(db, { kind: 'export', userId: person.userId, actorId, details, at })
  const name = `personal-data-${at.toISOString().slice(0, 10)}`
  if (format === 'json') {
    const content = { created: at, ...Object.fromEntries(parts.map(({ id, records }) => [id, records])) }
    const body = strToU8(JSON.stringify(content, null, 2)) as Uint8Array<ArrayBuffer>
    return { type: 'application/json; charset=UTF-8', fileName: `${name}.json`, body }
  }
  const files = Object.fromEntries(
    parts.filter(({ records }) => records.length > 0).map(({ id, records }) => [`${id}.csv`, strToU8(csvOf(records))]),
  )
  const body = zipSync(files, { mtime: at }) as Uint8Array<ArrayBuffer>
  return { type: 'application/zip', fileName: `${name}.zip`, body }
}

/** Records as a table: parts of an address have columns of their own, lists are one cell. */
export function csvOf(records: readonly PersonalRecord[]): string {
  const rows = records.map(flat)
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  // A spreadsheet must not take a text for a formula.
  return stringify(rows, { header: true, columns, bom: true, escape_formulas: true })
}

function flat(record: PersonalRecord): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]): [string, string][] => {
      if (Array.isArray(value)) return [[name, value.map(textOf).join('; ')]]
      if (typeof value !== 'object' || value === null || value instanceof Date) return [[name, textOf(value)]]
      return Object.entries(value).map(([part, inner]) => [`${name} ${part}`, textOf(inner)])
    }),
  )
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}
