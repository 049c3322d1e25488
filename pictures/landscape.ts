import type { Landscape } from '../db/seed/types.ts'
import { bamboo } from './places/bamboo.ts'
import { islandCoast } from './places/coast.ts'
import { desertHills } from './places/desert.ts'
import { meadow } from './places/meadow.ts'
import { mistMountain } from './places/mountains.ts'
import { plain } from './places/plain.ts'
import { riverGorge } from './places/river.ts'
import { type TimeOfDay, timesOfDay } from './places/sky.ts'
import { terraces } from './places/terraces.ts'
import type { DrawLandscape, View } from './places/view.ts'
import { village } from './places/village.ts'
import { Scene } from './plates.ts'
import type { Random } from './random.ts'

type LandscapePicture = Partial<View> & { readonly place: Landscape; readonly hour: TimeOfDay; readonly wide?: boolean }

/** Hours of day that suit each place best. */
const hoursByLandscape: Readonly<Record<Landscape, readonly number[]>> = {
  terraces: [0, 1, 3, 2, 6],
  'mist-mountain': [1, 0, 4, 2, 6],
  'river-gorge': [6, 0, 1, 2, 5],
  'island-coast': [6, 0, 2, 1],
  plain: [3, 0, 6, 5],
  bamboo: [1, 3, 0],
  'desert-hills': [5, 0, 2, 6],
  meadow: [1, 6, 3, 0],
  village: [0, 1, 3, 2, 5],
}

/** The `turn`th picture of a place takes the next hour, so that no two in a row look alike. */
export const timeOfDayFor = (place: Landscape, turn: number): TimeOfDay =>
  timesOfDay[hoursByLandscape[place][turn % hoursByLandscape[place].length]!]!

const landscapes: Readonly<Record<Landscape, DrawLandscape>> = {
  terraces,
  'mist-mountain': mistMountain,
  'river-gorge': riverGorge,
  'island-coast': islandCoast,
  plain,
  bamboo,
  'desert-hills': desertHills,
  meadow,
  village,
}

/** The country a tea comes from. */
export function landscapeScene({ place, wide, ...view }: LandscapePicture, random: Random): Scene {
  const scene = wide ? new Scene(1800, 1000) : new Scene(1200, 1500)
  landscapes[place](scene, { country: '', variant: 0, ...view }, random)
  return scene
}
