import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import type { StillLifeItem } from '../still-life.ts'

/** Wide scenes for posts and pages: 1800 by 1000. */

/** Wide scenes for posts and pages: 1800 by 1000. */
export type Story = { readonly alt: string; readonly draw: (random: Random) => Scene }

export const wide = 1800

export const tall = 1000

export const tableAt = 690

export function thing(
  draw: StillLifeItem['draw'],
  colours: readonly [string, string],
  x: number,
  y: number,
  scale: number,
  half: number,
  high: number,
  more: Partial<StillLifeItem> = {},
): StillLifeItem {
  return { draw, colours, x, y, scale, half, tall: high, ...more }
}
