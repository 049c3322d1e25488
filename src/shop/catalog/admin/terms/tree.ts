export type Placed = { readonly id: number; readonly parent: number; readonly menu_order: number }
export type Step = 'up' | 'down' | 'in' | 'out'

/** Sorted as in the shop. */
const childrenOf = <T extends Placed>(terms: readonly T[], parent: number): T[] =>
  terms.filter((term) => term.parent === parent).toSorted((a, b) => a.menu_order - b.menu_order || a.id - b.id)

/** Every term before its descendants, with its depth. */
export const rowsOf = <T extends Placed>(terms: readonly T[], parent = 0, depth = 0): { term: T; depth: number }[] =>
  childrenOf(terms, parent).flatMap((term) => [{ term, depth }, ...rowsOf(terms, term.id, depth + 1)])

type Row = { readonly term: Placed; readonly depth: number }

/** Rows without a term and its descendants. */
export function withoutBranch<R extends Row>(rows: readonly R[], id: number): readonly R[] {
  const at = rows.findIndex(({ term }) => term.id === id)
  const next = rows.findIndex(({ depth }, index) => index > at && depth <= (rows[at]?.depth ?? 0))
  return at === -1 ? rows : rows.toSpliced(at, (next === -1 ? rows.length : next) - at)
}

/** The places that change if a term moves one step: past a sibling, into the previous one, or out. null: impossible. */
export function placesAfterStep<T extends Placed>(terms: readonly T[], term: T, step: Step): Placed[] | null {
  const siblings = childrenOf(terms, term.parent)
  const at = siblings.indexOf(term)
  const place = (parent: number, others: readonly T[], to: number): Placed[] =>
    others.toSpliced(to, 0, term).flatMap((one, index) => {
      const menu_order = index + 1
      return one.parent === parent && one.menu_order === menu_order ? [] : [{ id: one.id, parent, menu_order }]
    })
  if (step === 'in') {
    const above = siblings[at - 1]
    const below = above ? childrenOf(terms, above.id) : []
    return above ? place(above.id, below, below.length) : null
  }
  if (step === 'out') {
    const parent = terms.find(({ id }) => id === term.parent)
    const outer = parent ? childrenOf(terms, parent.parent) : []
    return parent ? place(parent.parent, outer, outer.indexOf(parent) + 1) : null
  }
  const to = at + (step === 'up' ? -1 : 1)
  return siblings[to] ? place(term.parent, siblings.toSpliced(at, 1), to) : null
}
