import { sql } from 'drizzle-orm'
import type { Tx } from '../database/connect.ts'
import type { EntryKind } from './entries.table.ts'

const longest = 120

/** 'Grüner Tee & Co.' as an address: 'gruner-tee-co'. Letters of other alphabets stay; empty when nothing is left. */
export function slugOf(text: string): string {
  const plain = text
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('Ø', 'O')
    .replaceAll('æ', 'ae')
    .replaceAll('Æ', 'AE')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'L')
    .normalize('NFKD')
    .replace(/\p{Script=Latin}\p{M}+/gu, (letter) => letter.replace(/\p{M}/gu, ''))
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  return plain.slice(0, longest).replace(/^-+|-+$/g, '')
}

/**
 * Free addresses for new entries, one for each wish: the wish itself, else with the first free number behind it. Holds
 * a lock until the transaction ends, so that nobody else is given the same one.
 */
export async function freeSlugs(tx: Tx, kind: EntryKind, wishes: readonly string[]): Promise<string[]> {
  if (wishes.length === 0) return []
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('samovar.slugs'))`)
  const taken = await takenSlugs(tx, kind, wishes)
  const given: string[] = []
  for (const wish of wishes) {
    let slug = wish
    for (let number = 2; taken.has(slug); number += 1) {
      slug = `${wish}-${number}`
      // The first look covered small numbers only: a name that hundreds of entries share is asked for again.
      if (number % lookAhead === 0) for (const more of await takenSlugs(tx, kind, [wish], number)) taken.add(more)
    }
    taken.add(slug)
    given.push(slug)
  }
  return given
}

const lookAhead = 8

async function takenSlugs(tx: Tx, kind: EntryKind, wishes: readonly string[], from = 0): Promise<Set<string>> {
  const candidates = [...new Set(wishes)].flatMap((wish) => [
    wish,
    ...Array.from({ length: lookAhead }, (_, index) => `${wish}-${from + index + 1}`),
  ])
  const { rows } = await tx.execute<{ slug: string }>(
    sql`select slug from entries where kind = ${kind} and slug = any(${sql.param(candidates)}::text[])`,
  )
  return new Set(rows.map((row) => row.slug))
}
