import type { Db, Tx } from '../../platform/database/connect.ts'
import type { Person, PersonalData } from '../../platform/privacy/personal-data.ts'
import type { RetentionRule } from '../../platform/privacy/retention-rule.ts'

/** What every room declares about the personal data it holds; composition gathers it. */
export type Privacy = {
  readonly data: readonly PersonalData[]
  readonly retention: readonly RetentionRule[]
  /** Orders under way, for which addresses are still needed. */
  readonly countOpenOrders: (db: Db | Tx, person: Person, now: Date) => Promise<number>
}

export type WithPrivacy = { readonly privacy: Privacy }
