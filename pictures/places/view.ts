import type { Scene } from '../plates.ts'
import type { Random } from '../random.ts'
import type { TimeOfDay } from './sky.ts'

/** What a landscape is asked for. */
export type View = {
  readonly hour: TimeOfDay
  /** Country of the tea, which decides what grows and stands there. */
  readonly country: string
  /** Which of its compositions; any whole number. */
  readonly variant: number
  /** Petal and heart of flowers in a meadow. */
  readonly bloom?: readonly [string, string]
}

export type DrawLandscape = (scene: Scene, view: View, random: Random) => void

/** Picks by variant, so that neighbours on the shelf differ. */
export const choose = <T>(variant: number, options: readonly T[]): T => options[variant % options.length]!
