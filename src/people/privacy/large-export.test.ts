import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { turnsDuring } from '../../../test/support/event-loop-turns.ts'
import { type ExportFormat, exportPerson } from './personal-data.ts'

const { db } = await createTestDatabase()
const records = Array.from({ length: 400 }, (_, number) => ({ number, leaf: { name: `Tea “${number}”` } }))
const data = [
  { id: 'teas', title: 'Teas', tables: [], read: async () => records, erase: async () => 0 },
  { id: 'none', title: 'None', tables: [], read: async () => [], erase: async () => 0 },
]
const privacy = { data, retention: [], countOpenOrders: async () => 0 }
const at = new Date('2026-11-20T12:00:00Z')

test.each([
  ['json', (body: Uint8Array) => JSON.parse(new TextDecoder().decode(body)) as unknown],
  ['csv', (body: Uint8Array) => new TextDecoder().decode(unzipSync(body)['teas.csv']).split('\n').length],
] as const)('others are served while much data of a person becomes a %s file', async (format: ExportFormat, read) => {
  let body = new Uint8Array()
  const turns = await turnsDuring(async () => {
    body = (await exportPerson(db, { userId: 1, email: null }, { privacy, format, actorId: 1, at })).body
  })
  expect(turns).toBeGreaterThan(records.length)
  expect(read(body)).toEqual(format === 'csv' ? 402 : { created: at.toISOString(), teas: records, none: [] })
})
