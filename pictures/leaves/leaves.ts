import type { LeafShape } from '../../db/seed/types.ts'
import { bud, flat, needle, thread, twist } from './long.ts'
import { broken, chip, petal } from './pieces.ts'
import type { DrawLeaf } from './ribbon.ts'
import { pearl, rolled } from './round.ts'

export const drawLeaf: Readonly<Record<LeafShape, DrawLeaf>> = {
  needles: needle,
  buds: bud,
  twists: twist,
  pearls: pearl,
  rolled,
  flat,
  broken,
  powder: broken,
  cake: twist,
  threads: thread,
  petals: petal,
  chips: chip,
}

/** How many leaves of a shape fill a square of 1000 by 1000 pixels three deep, at scale 1. */
export const thickness: Readonly<Record<LeafShape, number>> = {
  needles: 1100,
  buds: 560,
  twists: 800,
  pearls: 360,
  rolled: 420,
  flat: 560,
  broken: 1700,
  powder: 1700,
  cake: 900,
  threads: 2000,
  petals: 620,
  chips: 520,
}
