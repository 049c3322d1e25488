import { sql } from 'drizzle-orm'
import type { Tx } from '../../platform/database/connect.ts'
import { cutText } from '../../platform/storable-text.ts'
import type { EntryKind } from './entries.table.ts'
import { isReservedSlug } from './entry.ts'

const MAX_LENGTH = 120
/** Letters that Unicode normalization does not decompose. */
const latinLetters: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', ł: 'l' }

/** 'Grüner Tee & Co.' as a slug: 'gruner-tee-co'. Keeps letters of other alphabets; may be ''. */
export function slugify(text: string): string {
  const normalized = text
    .replace(/[ßøæł]/gi, (letter) => latinLetters[letter.toLowerCase()] ?? letter)
    .normalize('NFKD')
    .replace(/\p{Script=Latin}\p{M}+/gu, (letter) => letter.replace(/\p{M}/gu, ''))
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  return cutText(normalized, MAX_LENGTH).replace(/^-+|-+$/g, '')
}

/** The slug, or with the first numeric suffix that is free. */
export function numberedSlug(base: string, isTaken: (slug: string) => boolean): string {
  let slug = base
  for (let number = 2; isTaken(slug); number += 1) slug = `${base}-${number}`
  return slug
}

/**
 * Unique slugs: each base itself, or with the first free numeric suffix. The slug that an entry has already, which is in
 * `own` at the place of its base, is free for it. Holds a lock until the transaction ends.
 */
export async function uniqueSlugs(
  tx: Tx,
  kind: EntryKind,
  bases: readonly string[],
  own: readonly (string | undefined)[] = [],
): Promise<string[]> {
  if (bases.length === 0) return []
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('samovar.slugs'))`)
  const takenFrom = (some: readonly string[], from?: number) => takenSlugs(tx, kind, some, from)
  const taken = await takenFrom(bases)
  const slugs: string[] = []
  const lastNumbers = new Map<string, number>()
  for (const [at, base] of bases.entries()) {
    let slug = base
    let number = lastNumbers.get(base) ?? 1
    while ((taken.has(slug) && slug !== own[at]) || isReservedSlug(kind, slug)) {
      number += 1
      slug = `${base}-${number}`
      // The first query covered low numbers only; names shared by hundreds of entries need more.
      if (number % PROBE_COUNT === 0) for (const takenSlug of await takenFrom([base], number)) taken.add(takenSlug)
    }
    lastNumbers.set(base, number)
    taken.add(slug)
    slugs.push(slug)
  }
  return slugs
}

const PROBE_COUNT = 8

async function takenSlugs(tx: Tx, kind: EntryKind, bases: readonly string[], from = 0): Promise<Set<string>> {
  const candidates = [...new Set(bases)].flatMap((base) => [
    base,
    ...Array.from({ length: PROBE_COUNT }, (_, index) => `${base}-${from + index + 1}`),
  ])
  const { rows } = await tx.execute<{ slug: string }>(
    sql`select slug from entries
      where kind = ${kind} and slug = any(${sql.param(candidates)}::text[])`,
  )
  return new Set(rows.map((row) => row.slug))
}
