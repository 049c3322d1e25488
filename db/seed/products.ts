import { blackTeas } from './products/black.ts'
import { blackBlends } from './products/black-blends.ts'
import { darkTeas } from './products/dark.ts'
import { greenTeas } from './products/green.ts'
import { japaneseGreenTeas } from './products/green-japan.ts'
import { groupedProducts } from './products/grouped.ts'
import { tisanes } from './products/herbal.ts'
import { oolongs } from './products/oolong.ts'
import { taiwanOolongs } from './products/oolong-taiwan.ts'
import { remedies } from './products/remedies.ts'
import { samplers } from './products/samplers.ts'
import { vessels } from './products/teaware.ts'
import { tools } from './products/teaware-tools.ts'
import { whiteTeas } from './products/white.ts'
import { yellowTeas } from './products/yellow.ts'
import type { SeedProduct } from './types.ts'

/** All products, in menu order. */
export const products: readonly SeedProduct[] = [
  ...whiteTeas,
  ...greenTeas,
  ...japaneseGreenTeas,
  ...yellowTeas,
  ...oolongs,
  ...taiwanOolongs,
  ...blackTeas,
  ...blackBlends,
  ...darkTeas,
  ...tisanes,
  ...remedies,
  ...vessels,
  ...tools,
  ...samplers,
  ...groupedProducts,
]
