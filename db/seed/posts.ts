import { gongfuAtAKitchenTable } from './posts/gongfu-at-a-kitchen-table.ts'
import { howOolongIsMade } from './posts/how-oolong-is-made.ts'
import { keepingTeaThroughWinter } from './posts/keeping-tea-through-winter.ts'
import { readingATeaLabel } from './posts/reading-a-tea-label.ts'
import { waterBeforeLeaf } from './posts/water-before-leaf.ts'
import { whatFirstFlushMeans } from './posts/what-first-flush-means.ts'
import type { SeedPost } from './types.ts'

/** All blog posts, newest first. */
export const posts: readonly SeedPost[] = [
  whatFirstFlushMeans,
  waterBeforeLeaf,
  howOolongIsMade,
  readingATeaLabel,
  gongfuAtAKitchenTable,
  keepingTeaThroughWinter,
]
