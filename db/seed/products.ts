import { whiteTeas } from './products/white.ts'
import type { SeedProduct } from './shapes.ts'

/** Everything on the shelves, in menu order. */
export const products: readonly SeedProduct[] = [...whiteTeas]
