import type { Platform } from '../../../platform/web/context.ts'
import type { WithPayments } from '../context.ts'
import { type CardChoice, MAX_SAVED_CARDS } from './saved-card.ts'
import { readCards } from './saved-cards.store.ts'

export async function cardChoiceOf(
  { db, payments }: Pick<Platform, 'db'> & WithPayments,
  customerId: number | null,
): Promise<CardChoice> {
  if (customerId === null) return { cards: [], saving: 'with-account' }
  const cards = await readCards(db, { customerId, provider: payments.provider.name })
  return { cards, saving: cards.length < MAX_SAVED_CARDS ? 'offered' : 'never' }
}
