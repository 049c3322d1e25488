import type { Tx } from '../../platform/database/connect.ts'
import type { Person } from '../../platform/privacy/personal-data.ts'
import type { Privacy } from './context.ts'
import { logPrivacyEvent } from './privacy-log.ts'

type Erasure = { readonly privacy: Privacy; readonly actorId: number | null; readonly at: Date }

/** Removes everything that the shop holds about a person, room by room, and records it. Repeating it changes nothing. */
export async function erasePerson(tx: Tx, person: Person, { privacy, actorId, at }: Erasure) {
  const details: Record<string, number> = {}
  for (const { id, erase } of privacy.data) {
    const rows = await erase(tx, person, at)
    if (rows > 0) details[id] = rows
  }
  await logPrivacyEvent(tx, { kind: 'erasure', userId: person.userId, actorId, details, at })
  return details
}
