import { aWeekOfFireweed } from './posts/a-week-of-fireweed.ts'
import { coldTeaForAHotPorch } from './posts/cold-tea-for-a-hot-porch.ts'
import { gongfuAtAKitchenTable } from './posts/gongfu-at-a-kitchen-table.ts'
import { howOolongIsMade } from './posts/how-oolong-is-made.ts'
import { howToLightASamovar } from './posts/how-to-light-a-samovar.ts'
import { howWeTaste } from './posts/how-we-taste.ts'
import { keepingTeaThroughWinter } from './posts/keeping-tea-through-winter.ts'
import { milkFirstAndOtherQuarrels } from './posts/milk-first-and-other-quarrels.ts'
import { readingATeaLabel } from './posts/reading-a-tea-label.ts'
import { waterBeforeLeaf } from './posts/water-before-leaf.ts'
import { whatFirstFlushMeans } from './posts/what-first-flush-means.ts'
import { whichPotForWhichTea } from './posts/which-pot-for-which-tea.ts'
import type { SeedPost } from './types.ts'

/** All blog posts, newest first. */
export const posts: readonly SeedPost[] = [
  whatFirstFlushMeans,
  waterBeforeLeaf,
  howOolongIsMade,
  readingATeaLabel,
  gongfuAtAKitchenTable,
  keepingTeaThroughWinter,
  howToLightASamovar,
  coldTeaForAHotPorch,
  whichPotForWhichTea,
  aWeekOfFireweed,
  milkFirstAndOtherQuarrels,
  howWeTaste,
]
