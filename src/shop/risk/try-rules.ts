import type { Db } from '../../platform/database/connect.ts'
import { factsOf, type PastOrder, pastOrders } from './fraud.store.ts'
import { assess, type FraudAssessment, type FraudRules, rulesWithoutCard } from './fraud-rules.ts'

const MAX_ORDERS = 1000
/** Few enough for one statement to stay well below its time limit. */
const BATCH_SIZE = 100

export type FlaggedOrder = PastOrder & FraudAssessment

/** Judged by what was known when each was placed. `withOffline`: also orders without the provider. */
export async function tryRules(db: Db, rules: FraudRules, since: Date, withOffline: boolean) {
  const orders = await pastOrders(db, since, MAX_ORDERS, withOffline)
  const flagged: FlaggedOrder[] = []
  for (let start = 0; start < orders.length; start += BATCH_SIZE) {
    const batch = orders.slice(start, start + BATCH_SIZE)
    const facts = await factsOf(
      db,
      batch.map(({ id }) => id),
      rules,
    )
    for (const order of batch) {
      const orderFacts = facts.get(order.id)
      const assessment =
        orderFacts &&
        (order.isOffline
          ? assess({ ...orderFacts, isOffline: true }, rulesWithoutCard(rules))
          : assess(orderFacts, rules))
      if (assessment && assessment.action !== 'off') flagged.push({ ...order, ...assessment })
    }
  }
  return { total: orders.length, flagged }
}
