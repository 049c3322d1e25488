import type { Db } from '../../platform/database/connect.ts'
import { choiceLabels } from '../catalog/choice-labels.ts'
import { lineDetail } from '../catalog/pack-size.ts'
import type { CartLine } from './cart.ts'

export type LineDetails = ReadonlyMap<string, string>

/** What distinguishes lines of the same name, by line key: 'Ash, 400 ml'; '' for nothing. At most one query. */
export async function readLineDetails(db: Db, lines: readonly CartLine[]): Promise<LineDetails> {
  const labelsOf = await choiceLabels(
    db,
    lines.map(({ choices }) => choices),
  )
  return new Map(
    lines.map(({ key, choices, sellable }) => {
      const chosenNames = labelsOf(choices).map(({ value }) => value)
      return [key, lineDetail(sellable.netGrams, chosenNames)]
    }),
  )
}
