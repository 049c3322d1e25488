import type { CountJson, StockJson } from './stock.rest.ts'

/** What was typed for a product: the quantity counted, or received. */
export type Draft = Pick<StockJson, 'id' | 'name' | 'on_hand' | 'since'> & {
  readonly text: string
  readonly isReceived: boolean
  /** Why the shop refused it. */
  readonly problem?: string
}
export type Drafts = ReadonlyMap<number, Draft>

/** A larger number is more likely a product code from a scanner. */
export const MAX_COUNT = 1_000_000

/** The typed number, or null. A difference may be negative, for example for broken pieces. */
export function numberOf({ text, isReceived }: Pick<Draft, 'text' | 'isReceived'>): number | null {
  if (!(isReceived ? /^[+-]?\d{1,7}$/ : /^\d{1,7}$/).test(text)) return null
  return Math.abs(Number(text)) <= MAX_COUNT ? Number(text) : null
}

/** Sets a draft's text. The quantity first read stays, because later sales are not part of the count. */
export function withText(drafts: Drafts, row: StockJson, text: string, isReceived: boolean): Drafts {
  const next = new Map(drafts)
  const { id, name, on_hand, since } = drafts.get(row.id) ?? row
  if (text === '') next.delete(row.id)
  else next.set(id, { id, name, on_hand, since, text, isReceived })
  return next
}

export const bodyOf = (drafts: readonly Draft[]) => ({
  counts: drafts.flatMap((draft) => {
    const { id, since, on_hand: expected, isReceived } = draft
    const number = numberOf(draft)
    if (number === null) return []
    return [isReceived ? { id, since, received: number } : { id, since, expected, counted: number }]
  }),
})

/** Removes saved drafts. Refused ones stay, with the reason and the current quantity. */
export function afterSaving(drafts: Drafts, answers: readonly CountJson[]): Drafts {
  const next = new Map(drafts)
  for (const answer of answers) {
    const draft = next.get(answer.id)
    if (!('error' in answer)) next.delete(answer.id)
    else if (draft) {
      const { on_hand = draft.on_hand, since = draft.since } = answer.error.data as Partial<Draft>
      next.set(answer.id, { ...draft, on_hand, since, problem: answer.error.message })
    }
  }
  return next
}
