import { greenTeas } from './products/green.ts'
import { japaneseGreenTeas } from './products/green-japan.ts'
import { whiteTeas } from './products/white.ts'
import { yellowTeas } from './products/yellow.ts'
import type { SeedProduct } from './shapes.ts'

/** Everything on the shelves, in menu order. */
export const products: readonly SeedProduct[] = [...whiteTeas, ...greenTeas, ...japaneseGreenTeas, ...yellowTeas]
