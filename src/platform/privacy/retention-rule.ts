import type { Db, Tx } from '../database/connect.ts'

/** A kind of record that is kept for a period set by the owner. */
export type RetentionRule = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly minimumDays: number
  readonly count: (db: Db, cutoff: Date) => Promise<number>
  /** Deletes or anonymises at most `limit` of them; returns how many. */
  readonly apply: (tx: Tx, cutoff: Date, limit: number, now: Date) => Promise<number>
}
