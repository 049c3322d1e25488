import { expect } from 'vitest'
import type { Difference } from './compare.ts'

/** Where a response differs from the recorded one, and the reason in the list of deviations. */
export type NamedDifference = readonly [where: RegExp, reason: string]

/** Expects that each difference is named, and that those that are named for this exchange (`own`) are there. */
export function expectNamed(
  differences: readonly Difference[],
  everywhere: readonly NamedDifference[],
  own: readonly NamedDifference[],
): void {
  const isNamed = ({ where }: Difference) => [...everywhere, ...own].some(([pattern]) => pattern.test(where))
  expect(differences.filter((one) => !isNamed(one))).toEqual([])
  for (const [pattern, reason] of own)
    expect([reason, differences.some(({ where }) => pattern.test(where))]).toEqual([reason, true])
}
