import { aClayPotAndOneTea } from './posts/a-clay-pot-and-one-tea.ts'
import { gongfuAtAKitchenTable } from './posts/gongfu-at-a-kitchen-table.ts'
import { howOolongIsMade } from './posts/how-oolong-is-made.ts'
import { icedWithoutSugar } from './posts/iced-without-sugar.ts'
import { keepingTeaThroughWinter } from './posts/keeping-tea-through-winter.ts'
import { readingATeaLabel } from './posts/reading-a-tea-label.ts'
import { sevenPeopleOneTable } from './posts/seven-people-one-table.ts'
import { teaAndSnow } from './posts/tea-and-snow.ts'
import { teaOnATrain } from './posts/tea-on-a-train.ts'
import { theSecondSteep } from './posts/the-second-steep.ts'
import { waterBeforeLeaf } from './posts/water-before-leaf.ts'
import { whatFirstFlushMeans } from './posts/what-first-flush-means.ts'
import type { SeedPost } from './types.ts'

/** Long posts, newest first. */
export const essays: readonly SeedPost[] = [
  whatFirstFlushMeans,
  waterBeforeLeaf,
  howOolongIsMade,
  readingATeaLabel,
  gongfuAtAKitchenTable,
  keepingTeaThroughWinter,
]

/** Short ones, newest first. */
export const notes: readonly SeedPost[] = [
  theSecondSteep,
  teaAndSnow,
  icedWithoutSugar,
  teaOnATrain,
  aClayPotAndOneTea,
  sevenPeopleOneTable,
]

export const posts: readonly SeedPost[] = [...essays, ...notes]
